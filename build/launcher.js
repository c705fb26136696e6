#!/usr/bin/env node
// Any Node reads this, and Deno: nothing newer than their oldest is above the check. Node's modules are not imported
// here, nor anywhere on the way to the first answer: an import of one looks at each of its exports, and behind some of
// them Node loads what is otherwise left alone until it is used.
const lacking = whatIsLacking()
if (lacking === null) {
  const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module')
  // What is compiled for one run is there for the next. That has to be said before anything else is loaded.
  if (enableCompileCache !== undefined) enableCompileCache()
  const { runProcess } = createRequire(import.meta.url)('./start/process.cjs')
  await runProcess()
} else {
  console.error(
    `partner-purchase needs Node.js 22.18 or later, and this is ${lacking}: install a newer one from https://nodejs.org, and run it with that.`,
  )
  if (globalThis.Deno === undefined) process.exit(2)
  else globalThis.Deno.exit(2)
}

/** What this is, where it is no Node that the kit runs on; null where it is. */
function whatIsLacking() {
  if (globalThis.Deno !== undefined) return `Deno ${globalThis.Deno.version.deno}`
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18) ? null : `Node.js ${process.versions.node}`
}
