import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { beforeAll, inject } from 'vitest'
import { demand } from '../../contract/testing/on-demand.fixture.ts'

/** The sizes of a desktop and of a telephone screen. */
export const WIDE = { width: 1280, height: 900 }
export const NARROW = { width: 360, height: 780 }

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

/** Whether the project brings a browser for this platform. */
export const hasBrowser = process.platform === 'linux'

/** This worker's connection to the browser. All test files of the worker share it. */
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

/** A text on the page, and its contrast with the background: at most 21 to 1 (WCAG 2.2, 1.4.3). */
export type Contrast = { readonly text: string; readonly ratio: number }

/** The contrast of every visible text within the elements of a selector. */
export function contrastsOf(page: Page, selector: string): Promise<Contrast[]> {
  return page.evaluate((wanted) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
        const part = channel / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const groundOf = (element: Element | null): string => {
      if (element === null) return 'rgb(255, 255, 255)'
      const { backgroundColor } = getComputedStyle(element)
      return channels(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor
    }
    const hasText = (element: Element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      )
    return [...document.querySelectorAll(wanted)].filter(hasText).map((element) => {
      const both = [luminance(getComputedStyle(element).color), luminance(groundOf(element))]
      const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)
      return { text: element.textContent ?? '', ratio }
    })
  }, selector)
}
