#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// What is compiled for one run is there for the next. That has to be said before anything else is loaded.
enableCompileCache()
const { runProcess } = await import('./process.ts')
await runProcess()
