import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { beforeAll, inject } from 'vitest'
import { demand } from '../../contract/testing/on-demand.fixture.ts'

/** A desk, and a telephone. */
export const WIDE = { width: 1280, height: 900 }
export const NARROW = { width: 360, height: 780 }

/** How a document is shown. */
type View = {
  readonly size?: typeof WIDE
  readonly colorScheme?: 'light' | 'dark'
  readonly media?: 'screen' | 'print'
}

/** A page in the browser of this run, and everything that it requested or logged. */
export type Browsing = {
  readonly page: Page
  /** Every requested address, every line on the console, and every error. */
  readonly noticed: string[]
  /** Opens a document, and forgets what was noticed before. */
  open(html: string, view?: View): Promise<void>
  /** Shows the open document in another way. */
  view(view: View): Promise<void>
  /** Opens all collapsed parts of the page. */
  unfold(): Promise<void>
}

/** Whether a browser comes with the project for this platform. */
export const hasBrowser = process.platform === 'linux'

/** The connection of this worker to it: the files that it tests share it. */
let browser: Promise<Browser> | undefined

/** Opens a page in the browser for the tests of a file, and closes it after them. */
export function browsing(): () => Browsing {
  let opened: Browsing | undefined
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'partner-purchase-page-'))
    browser ??= demand(inject('browser')).then((url) => playwright.connect(url))
    const context = await (await browser).newContext()
    opened = browsingOn(await context.newPage(), join(folder, 'report.html'))
    return async () => {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  return () => {
    if (opened === undefined) throw new Error('A page was asked for before it was open.')
    return opened
  }
}

function browsingOn(page: Page, file: string): Browsing {
  const noticed: string[] = []
  page.on('request', (request) => noticed.push(`request ${request.url()}`))
  page.on('console', (message) => noticed.push(`console ${message.text()}`))
  page.on('pageerror', (error) => noticed.push(`error ${error.message}`))
  page.on('dialog', (dialog) => noticed.push(`dialog ${dialog.message()}`))
  const view = async ({ size = WIDE, colorScheme = 'light', media = 'screen' }: View) => {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, media })
  }
  return {
    page,
    noticed,
    view,
    async open(html, how = {}) {
      await view(how)
      noticed.length = 0
      writeFileSync(file, html)
      await page.goto(pathToFileURL(file).href)
    },
    unfold: () =>
      page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      }),
  }
}
