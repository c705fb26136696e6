#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// What is compiled for one run is there for the next. That has to be said before anything else is loaded.
enableCompileCache()
const { run } = await import('./run.ts')
await run()
