#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Keeps compiled code for the next run. Must come before anything else is loaded.
enableCompileCache()
const { runProcess } = await import('./process.ts')
await runProcess()
