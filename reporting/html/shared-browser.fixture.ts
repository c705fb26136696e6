import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { onDemand, type SharedServer } from '../../contract/testing/on-demand.fixture.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that starts the browser of this run on demand. */
    browser: string
  }
}

chromium.setGraphicsMode = false
/**
 * With a single process, the browser ends with its first page. Without web security, tests of origins prove nothing.
 */
const UNWANTED = new Set(['--single-process', '--no-zygote', '--disable-web-security'])

/** A start may fail on a machine that is short of memory. */
const ATTEMPTS = 3

/** Vitest's `globalSetup`: one browser for all test files of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await onDemand(startBrowser)
  project.provide('browser', url)
  return close
}

async function startBrowser(): Promise<SharedServer> {
  const browser = await started(await unpacked())
  return { url: browser.wsEndpoint(), close: () => browser.close() }
}

async function started(executablePath: string, attempt = 1): Promise<BrowserServer> {
  // Loaded only when needed, since loading takes as long as many tests together.
  const { chromium: playwright } = await import('playwright-core')
  const args = [...chromium.args.filter((arg) => !UNWANTED.has(arg)), '--disable-background-networking']
  try {
    return await playwright.launchServer({ executablePath, args, headless: true, host: '127.0.0.1' })
  } catch (cause) {
    if (attempt < ATTEMPTS) return started(executablePath, attempt + 1)
    throw new Error(`The browser did not start in ${ATTEMPTS} attempts: ${cause}`, { cause })
  }
}

/** Unpacking takes seconds, so later runs reuse the result. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/partner-purchase-kit/', import.meta.url))
const PACKED = fileURLToPath(new URL('../bin/chromium.br', import.meta.resolve('@sparticuz/chromium')))

/** The executable of this version, unpacked once, even if several runs start at the same time. */
async function unpacked(): Promise<string> {
  const kept = join(CACHE, `chromium-${statSync(PACKED).size}`)
  if (!existsSync(kept)) await unpackTo(kept)
  return join(kept, 'chromium')
}

async function unpackTo(kept: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'unpacking-'))
  const { TMPDIR } = process.env
  // The package unpacks into the temporary folder.
  process.env.TMPDIR = folder
  try {
    await chromium.executablePath()
    renameSync(folder, kept)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(kept)) throw error
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}
