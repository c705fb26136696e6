import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { callerOf } from '../cli/mock/mock-process.fixture.ts'
import { fakeBrowser } from '../cli/terminal/fake-browser.fixture.ts'
import { startCli } from '../cli/testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { violationsIn } from '../reporting/html/axe.fixture.ts'
import { browsing, hasBrowser, NARROW, WIDE } from '../reporting/html/browser.fixture.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }

describe.runIf(hasBrowser)('who certifies a client with --open', () => {
  const browser = browsing()

  test('sees the scenarios as they go, and the outcome, which stays', async (context) => {
    const { page, noticed, view } = browser()
    const { opened, path } = fakeBrowser(temporaryFolder(context))
    const only = ['--only', 'SCENARIO-AT-ONCE', 'SCENARIO-LONG']
    const started = startCli(['certify', '--listen', '--port', '0', '--open', ...only], {
      env: { PATH: path },
    })
    context.onTestFinished(() => void started.child.kill('SIGKILL'))
    await vi.waitFor(() => expect(started.output.stdout).toContain('Ctrl-C'), PATIENCE)
    const [, url = '', key = ''] = /Base address +(\S+)\s+Key +(\S+)/.exec(started.output.stdout) ?? []
    const address = await vi.waitFor(() => readFileSync(opened, 'utf8').trim() || expect.fail(), PATIENCE)
    noticed.length = 0
    await page.goto(address)
    const scenarios = page.getByRole('list', { name: 'Scenarios' })
    const row = (sku: string) => scenarios.getByRole('listitem').filter({ hasText: sku })
    await row('SCENARIO-AT-ONCE').getByText('waiting').waitFor()

    const { buy, get } = callerOf(url, key)
    await buy('SHOP:1', 'SCENARIO-LONG')
    await row('SCENARIO-LONG').getByText('running').waitFor()
    for (let poll = 0; poll < 2; poll += 1) await get('/orders/SHOP%3A1')
    await buy('SHOP:2', 'SCENARIO-AT-ONCE')
    await row('SCENARIO-AT-ONCE').getByText('It is judged at the end of the run').waitFor()

    started.child.stdin.write('\n')
    await started.ended
    const outcome = page.getByRole('region', { name: 'Outcome' })
    await outcome.getByText('NOT CERTIFIED').waitFor()
    await page.getByText('ended', { exact: true }).waitFor()
    await row('SCENARIO-LONG').getByText('broken', { exact: true }).waitFor()
    await row('SCENARIO-LONG').getByRole('button', { expanded: false }).first().click()
    await row('SCENARIO-LONG').getByText('before it polls again').waitFor()
    expect(await page.locator('.scenario .timeline').count()).toBe(1)
    for (const seen of [{ size: WIDE }, { size: NARROW, colorScheme: 'dark' }] as const) {
      await view(seen)
      expect(await violationsIn(page)).toEqual([])
    }
    expect(noticed.filter((line) => !line.startsWith('request '))).toEqual([])
    expect(await page.content()).not.toContain(key)
  })
})
