import { describe, expect, test } from 'vitest'
import { startMock } from '../cli/mock/mock-process.fixture.ts'
import { browsing, hasBrowser } from '../reporting/html/browser.fixture.ts'
import { runCurl } from '../reporting/html/run-curl.fixture.ts'

describe.runIf(hasBrowser)('a developer', () => {
  const browser = browsing()

  test('loses an answer by a click, resends the purchase, and reads the judgement', async (context) => {
    const { page } = browser()
    const { url } = await startMock(context)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
    await page.goto(`${url}/__mock/`)

    await page.getByRole('tab', { name: 'Scenarios' }).click()
    const card = page.getByRole('article').filter({ hasText: 'SCENARIO-AT-ONCE' })
    const copied = async () => {
      await card.getByRole('button', { name: 'Copy as curl' }).click()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    expect((await runCurl(await copied())).status).toBe(200)

    await page.getByRole('heading', { name: 'The next purchase of guest-1 meets …' }).waitFor()
    await page.getByRole('button', { name: 'Lose the answer' }).click()
    await page.getByText('Waits for the next purchase: lost-after').waitFor()
    const purchase = await copied()
    await expect(runCurl(purchase)).rejects.toThrow('fetch failed')
    expect((await runCurl(purchase)).status).toBe(200)

    await page.getByRole('tab', { name: 'Exchanges' }).click()
    const rows = page.getByRole('list', { name: 'Exchanges' }).locator('button.row')
    await expect.poll(() => rows.count()).toBe(3)
    expect(await rows.nth(1).textContent()).toMatch(
      /lost\s*purchase.*connection reset after the order was recorded/s,
    )
    expect(await rows.nth(0).textContent()).toMatch(/200\s*purchase.*replayed/s)

    await page.getByRole('tab', { name: 'Judgement' }).click()
    for (const clause of ['timeout-is-not-failure', 'retry-identical-body', 'exactly-two-fields']) {
      await page
        .getByRole('listitem')
        .filter({ hasText: clause })
        .getByText('kept', { exact: true })
        .waitFor()
    }
  })
})
