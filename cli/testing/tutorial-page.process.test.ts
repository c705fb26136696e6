import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type TestContext, test } from 'vitest'
import { serve } from '../../mock-server/serve.ts'
import { ROOT } from './built-package.fixture.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const PAGE = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8')
const CLIENT = readFileSync(join(ROOT, 'examples/python-urllib/client.py'), 'utf8')

/** The mistake of the page: the lines that it takes out of the client, and those that it puts there. */
const [, DIFF = ''] = /```diff\n([^`]*)```/.exec(PAGE) ?? []
const linesOf = (sign: '-' | '+') =>
  DIFF.split('\n')
    .filter((line) => line.startsWith(sign))
    .map((line) => `${line.slice(1)}\n`)
    .join('')
const [RIGHT, WRONG] = [linesOf('-'), linesOf('+')]

/** How many cards a client buys of a mock that loses the answer to its first purchase. */
async function cardsBoughtBy(client: string, context: TestContext): Promise<number> {
  const file = join(temporaryFolder(context), 'client.py')
  writeFileSync(file, client)
  const mock = await serve()
  context.onTestFinished(() => mock.close())
  const key = 'pk_test_tutorial'
  await mock.next(key, 'lost-after')
  await promisify(execFile)('python3', [file], {
    env: {
      PATH: process.env.PATH,
      SERVICE_BASE_URL: mock.url,
      SERVICE_PARTNER_API_KEY: key,
      SERVICE_SKU: 'SCENARIO-AT-ONCE',
      SERVICE_ORDER_LABEL: '1002',
    },
  })
  return mock.journal().filter(({ order }) => order?.effect === 'recorded').length
}

test('with the mistake of the page, its client buys two cards after a lost answer; without it, one', async (context) => {
  expect(CLIENT.split(RIGHT)).toHaveLength(2)
  const mistaken = CLIENT.replace(RIGHT, () => WRONG)
  const bought = [mistaken, CLIENT].map((client) => cardsBoughtBy(client, context))
  expect(await Promise.all(bought)).toEqual([2, 1])
})
