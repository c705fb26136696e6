import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { onDemand, type SharedServer } from '../../contract/testing/on-demand.fixture.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where to ask for the browser of this run. */
    browser: string
  }
}

chromium.setGraphicsMode = false
/** In one process, the browser ends with its first page; without web security, a test of an origin proves nothing. */
const UNWANTED = new Set(['--single-process', '--no-zygote', '--disable-web-security'])

/** A start fails now and then on a machine that is short of memory. */
const ATTEMPTS = 3

/** Vitest's `globalSetup`: one browser for all test files of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await onDemand(startBrowser)
  project.provide('browser', url)
  return close
}

/** Starts a browser that is unpacked into a folder, which is removed after it. */
async function startBrowser(): Promise<SharedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-browser-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const browser = await started(await unpackedIn(folder))
    return {
      url: browser.wsEndpoint(),
      async close() {
        await browser.close()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function started(executablePath: string, attempt = 1): Promise<BrowserServer> {
  // Loaded by a run that has such a test: it takes as long as many tests together.
  const { chromium: playwright } = await import('playwright-core')
  const args = [...chromium.args.filter((arg) => !UNWANTED.has(arg)), '--disable-background-networking']
  try {
    return await playwright.launchServer({ executablePath, args, headless: true, host: '127.0.0.1' })
  } catch (cause) {
    if (attempt < ATTEMPTS) return started(executablePath, attempt + 1)
    throw new Error(`The browser did not start in ${ATTEMPTS} attempts: ${cause}`, { cause })
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
