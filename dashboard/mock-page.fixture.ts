import { beforeAll } from 'vitest'
import { startMockHere } from '../cli/mock/mock-process.fixture.ts'
import type { Browsing } from '../reporting/html/browser.fixture.ts'

/** Opens the page of a mock for all tests of a file. Each test looks at a key of its own. */
export function mockPage(browser: () => Browsing) {
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
  const openTab = (name: string) => browser().page.getByRole('tab', { name }).click()
  return {
    url: () => url,
    openTab,
    rows: (list: 'Calls' | 'Orders') =>
      browser().page.getByRole('table', { name: list }).locator('tbody').getByRole('row'),
    /** Selects the partner of a key by its word, as `shop` in `pk_test_shop`, once it has called. */
    async lookAt(word: string) {
      const { page } = browser()
      await openTab('Calls')
      const partner = page.locator('option', { hasText: `…_${word})` })
      await page.getByRole('combobox', { name: 'Partner' }).selectOption(await partner.getAttribute('value'))
    },
  }
}
