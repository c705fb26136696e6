import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The executable of the browser of this run; `undefined` where none comes with the project for the platform. */
    browser: string | undefined
  }
}

chromium.setGraphicsMode = false
/** Vitest's `globalSetup`: unpacks the browser once for all test files of a run, in a folder that is removed after it. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-browser-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    project.provide('browser', process.platform === 'linux' ? await unpackedIn(folder) : undefined)
    return remove
  } catch (error) {
    remove()
    throw error
  }
}

/** The package unpacks into the folder for temporary files. */
async function unpackedIn(folder: string): Promise<string> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    return await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
