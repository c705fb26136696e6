import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import chromium from '@sparticuz/chromium'
import { type Page, chromium as playwright } from 'playwright-core'

/** A desk, and a telephone. */
export const WIDE = { width: 1280, height: 900 }
export const NARROW = { width: 360, height: 780 }

/** A browser with one page, and what that page did besides being shown. */
export type Browsing = {
  readonly page: Page
  /** Every address that was asked for, every line on the console, and every error. */
  readonly noticed: string[]
  /** Opens a document from a file, and forgets what was noticed before. */
  open(html: string): Promise<void>
  /** Opens everything that is folded away in it. */
  unfold(): Promise<void>
  close(): Promise<void>
}

/** Starts a browser in a folder of its own, which `close` removes. */
export async function startBrowser(): Promise<Browsing> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-browser-'))
  const executablePath = await unpackedIn(folder)
  const args = [...chromium.args, '--disable-background-networking']
  const browser = await playwright.launch({ executablePath, args, headless: true })
  const page = await browser.newPage()
  const noticed: string[] = []
  page.on('request', (request) => noticed.push(`request ${request.url()}`))
  page.on('console', (message) => noticed.push(`console ${message.text()}`))
  page.on('pageerror', (error) => noticed.push(`error ${error.message}`))
  page.on('dialog', (dialog) => noticed.push(`dialog ${dialog.message()}`))
  const file = join(folder, 'report.html')
  return {
    page,
    noticed,
    open: async (html) => {
      noticed.length = 0
      writeFileSync(file, html)
      await page.goto(pathToFileURL(file).href)
    },
    unfold: () =>
      page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      }),
    close: async () => {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Unpacks the browser where it can be removed again, and no other run finds half of it. */
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
