#!/usr/bin/env node
// An old Node and Deno must be able to read this file, so it has no new syntax. It imports no module of Node either: an
// import reads every export of a module, and some exports make Node load much more.
const unsuitable = unsuitableRuntime()
if (unsuitable === null) {
  const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module')
  // The next run finds compiled what this one compiles. Only what is loaded after this call is kept.
  if (enableCompileCache !== undefined) enableCompileCache()
  const { runProcess } = createRequire(import.meta.url)('./start/process.cjs')
  await runProcess()
} else {
  console.error(
    `partner-purchase needs Node.js 22.18 or later, and this is ${unsuitable}: install a newer one from https://nodejs.org, and run it with that.`,
  )
  if (globalThis.Deno === undefined) process.exit(2)
  else globalThis.Deno.exit(2)
}

/** The runtime, if the kit does not run on it. */
function unsuitableRuntime() {
  if (globalThis.Deno !== undefined) return `Deno ${globalThis.Deno.version.deno}`
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18) ? null : `Node.js ${process.versions.node}`
}
