import { beforeAll, beforeEach } from 'vitest'
import { startMockHere } from '../cli/mock/mock-process.fixture.ts'
import type { Browsing } from '../reporting/html/browser.fixture.ts'

/** The page of one mock for all tests of a file, each of which begins with an empty list, and uses references of its own. */
export function mockPage(browser: () => Browsing): () => string {
  let url = ''
  beforeAll(async () => {
    const mock = await startMockHere({ onTestFinished: () => {} })
    url = mock.url
    // The base address leads a browser to the page.
    await browser().page.goto(url)
    return async () => {
      await browser().page.goto('about:blank')
      mock.child.kill('SIGKILL')
    }
  })
  beforeEach(async () => {
    const { page, noticed } = browser()
    await page.getByRole('tab', { name: 'Exchanges' }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    noticed.length = 0
  })
  return () => url
}
