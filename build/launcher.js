#!/usr/bin/env node
// Node's modules are not imported here, nor anywhere on the way to the first answer: an import of one looks at each of
// its exports, and behind some of them Node loads what is otherwise left alone until it is used.
const { createRequire, enableCompileCache } = process.getBuiltinModule('node:module')

// What is compiled for one run is there for the next. That has to be said before anything else is loaded.
enableCompileCache()
const { runProcess } = createRequire(import.meta.url)('./start/process.cjs')
await runProcess()
