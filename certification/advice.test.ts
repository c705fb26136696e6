import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CLIENT_CLAUSES, type ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { ScenarioSku } from '../fixtures/scenarios.ts'
import { commandLine } from './advice.ts'
import { MISTAKES } from './mistakes.ts'
import { LANGUAGES, languageOf } from './recipes.ts'
import { adviceFor, adviceOn, certify, findingOf } from './testing/certification.fixture.ts'
import {
  type Client,
  clientJournal,
  type Program,
  withExchange,
  withNearMiss,
} from './testing/client-journal.fixture.ts'
import { type Behaviour, clientOf } from './testing/clients.fixture.ts'

const sends =
  (body: unknown, headers: Readonly<Record<string, string>> = {}): Program =>
  (client) =>
    client.buy('SHOP:1', { body, headers })
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const calls =
  (headers: Readonly<Record<string, string>>): Program =>
  (client) =>
    client.call('GET', '/ping', { headers })
const behaves = (behaviour: Partial<Behaviour>) => clientOf(behaviour)
/** Buys, and then does one thing after another. */
const buysAnd =
  (...acts: readonly ((client: Client) => unknown)[]): Program =>
  (client) => {
    client.prepare()
    client.buy('SHOP:1')
    for (const act of acts) act(client)
  }
const lookUp = (client: Client) => client.lookUp('SHOP:1')
const buyAgain = (client: Client) => client.buy('SHOP:2')

/** Asks every 1.02 seconds, however long an answer takes. */
const ticks: Program = (client) => {
  for (let card = 1; card <= client.purchases; card += 1) {
    let status = client.buy(`SHOP:${card}`).data.order.order.status
    for (let tick = client.nowMs + 1020; status === 'PROCESSING'; tick += 1020) {
      client.wait(Math.max(0, tick - client.nowMs) / 1000)
      status = client.lookUp(`SHOP:${card}`).data?.order.status
    }
  }
}

type Row = readonly [ClientClauseId, mistake: string, ScenarioSku, Program, told: RegExp]
const [TIMEOUT, BODY, FOLLOWS, WAITS, ONE] = [
  'timeout-is-not-failure',
  'exactly-two-fields',
  'follows-until-settled',
  'waits-poll-after',
  'one-reference-per-purchase',
] as const satisfies readonly ClientClauseId[]
const again = behaves({ afterLoss: 'buy again', afterServerError: 'buy again' })
const leaves = behaves({ afterLoss: 'fail', afterServerError: 'fail', afterMiss: 'fail' })
const AGAIN = 'begins again, with a new reference.* look it up.* send the identical body again'

/** What is printed for each mistake: its damage, its usual cause and its fix. */
const TOLD: readonly Row[] = [
  [BODY, 'a form', 'SCENARIO-AT-ONCE', sends('partnerReference=SHOP&sku=A', FORM), /many HTTP libraries/],
  [BODY, 'a form called JSON', 'SCENARIO-AT-ONCE', sends('partnerReference=S&sku=A'), /many HTTP libraries/],
  [
    BODY,
    'JSON called a form',
    'SCENARIO-AT-ONCE',
    sends({ partnerReference: 'S:1', sku: 'A' }, FORM),
    /header Content-Type: application\/json/,
  ],
  [
    BODY,
    'other names',
    'SCENARIO-AT-ONCE',
    sends({ partner_reference: 'S:1', SKU: 'A' }),
    /rename or leave out "partner_reference", "SKU"/,
  ],
  [
    BODY,
    'a third field',
    'SCENARIO-AT-ONCE',
    sends({ partnerReference: 'S:1', sku: 'A', quantity: 1 }),
    /leave out "quantity"/,
  ],
  [BODY, 'no JSON', 'SCENARIO-AT-ONCE', sends('sku:A'), /JSON library/],
  [
    BODY,
    'an empty retry',
    'SCENARIO-LOST-BEFORE',
    buysAnd((client) => client.buy('SHOP:1', { body: '' })),
    /empty on the second attempt.*the first attempt has read/,
  ],
  [TIMEOUT, 'bought again after a cut', 'SCENARIO-CUT', again, new RegExp(`middle of its body.*${AGAIN}`)],
  [
    TIMEOUT,
    'bought again after a loss',
    'SCENARIO-LOST-AFTER',
    again,
    new RegExp(`150.00 USD → 125.00 USD.*125.00 USD → 100.00 USD.*The connection ended.*${AGAIN}`),
  ],
  [
    TIMEOUT,
    'bought again after a timeout',
    'SCENARIO-STALLED',
    again,
    new RegExp(`the timeout of the client.*${AGAIN}`),
  ],
  [
    TIMEOUT,
    'bought again after a 502',
    'SCENARIO-502-AFTER',
    again,
    new RegExp(`The answer was 502.*${AGAIN}`),
  ],
  [TIMEOUT, 'left', 'SCENARIO-LOST-AFTER', leaves, /paid for.*never delivered.*or stops at the error/],
  [
    TIMEOUT,
    'bought again after a lookup',
    'SCENARIO-LOST-BEFORE',
    buysAnd(lookUp, buyAgain),
    /Here the first purchase was not recorded.*a lookup that did not find the order/,
  ],
  [
    ONE,
    'one reference for two cards',
    'SCENARIO-TWO-CARDS',
    behaves({ reference: () => 'SHOP:1' }),
    /balance stayed at 125.00 USD.*several purchases share/,
  ],
  [
    ONE,
    'another while PROCESSING',
    'SCENARIO-PROCESSING',
    buysAnd(buyAgain),
    /additional purchase: balance .*PROCESSING is treated as a failure/,
  ],
  [
    FOLLOWS,
    'left at a cut poll',
    'SCENARIO-POLL-CUT',
    leaves,
    /middle of its body\. That ends the loop.*still PROCESSING/,
  ],
  [
    FOLLOWS,
    'left at a lost poll',
    'SCENARIO-POLL-LOST',
    leaves,
    /connection ended.*That ends the loop.*catch the error/,
  ],
  [
    FOLLOWS,
    'left at a 503',
    'SCENARIO-POLL-UNAVAILABLE',
    leaves,
    /The answer was 503\. That ends.*wait pollAfterSeconds/,
  ],
  [
    FOLLOWS,
    'left at a 404',
    'SCENARIO-LOOKUP-LATE',
    leaves,
    /last lookup was answered with 404.*The answer was 404\. That ends/,
  ],
  [
    FOLLOWS,
    'read at the depth of a lookup',
    'SCENARIO-PROCESSING',
    buysAnd(),
    /looked for at data\.order, as in a lookup.*at data\.order\.order, one level deeper/,
  ],
  [
    FOLLOWS,
    'a lookup read at another depth',
    'SCENARIO-PROCESSING',
    behaves({ readLookup: () => ({ status: 'undefined' }) }),
    /after poll 1.*not read at data\.order/,
  ],
  [
    FOLLOWS,
    'a fixed number of polls',
    'SCENARIO-LONG',
    behaves({ mostPolls: 5 }),
    /after poll 5.*number of polls is fixed/,
  ],
  [
    WAITS,
    'half of it',
    'SCENARIO-PROCESSING',
    behaves({ pause: () => 0.5 }),
    /polled [\d.]+ times as often.*an earlier answer or a constant/,
  ],
  [
    WAITS,
    'nothing',
    'SCENARIO-PROCESSING',
    behaves({ pause: () => 0 }),
    /There is no wait, or the seconds are passed/,
  ],
  [
    WAITS,
    'the first interval',
    'SCENARIO-POLL-CHANGES',
    behaves({ pause: (_, { pollAfterSeconds = 1 }) => pollAfterSeconds }),
    /an earlier answer/,
  ],
  [
    WAITS,
    'a fixed ticker',
    'SCENARIO-POLL-SLOW',
    ticks,
    /counted from the last request, not from its answer.*Start the wait when the answer has arrived/,
  ],
  [
    'key-stays-on-server',
    'a page',
    'SCENARIO-AT-ONCE',
    calls({ origin: 'https://shop.example' }),
    /page call your server/,
  ],
  [
    'key-stays-on-server',
    'a second header',
    'SCENARIO-AT-ONCE',
    calls({ 'x-api-key': '[key]' }),
    /one header/,
  ],
]

test.each(TOLD)(
  '%s, %s: says what happened, what it costs, why, and how to mend it',
  (id, _, sku, program, told) => {
    const { message, consequence, cause, remedy } = adviceFor(id, sku, program)
    expect([message, consequence, cause, remedy].join(' ')).toMatch(told)
  },
)

test('a ticker is not told that it asks a hundred times as often', () => {
  expect(adviceFor(WAITS, 'SCENARIO-POLL-SLOW', ticks).consequence).not.toContain('times as often')
})

test('what was asked before the purchase and refused is not called unread', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', (client) => [client.balance(), client.buy('SHOP:1')])
  const response = { status: 503, headers: {}, body: '', answeredMs: 0 }
  const { message, cause } = adviceOn('balance-before-purchase', withExchange(trial, 0, { response }))
  expect(message).toMatch(/It asked, and was answered with 503\.$/)
  expect(cause).toContain('is not checked')
})

test('one that leaves an order that fails reads nothing of a card that is paid for', () => {
  const { message, consequence } = adviceFor(FOLLOWS, 'SCENARIO-FAILS', behaves({ mostPolls: 0 }))
  expect(message).toContain('never asked for it again')
  expect(consequence).not.toContain('paid for')
})

test('of several waits that are too short, the shortest shows that there is none', () => {
  const pauses = [0.4, 0, 0, 0, 0, 0]
  const hardlyWaits = behaves({ pause: () => pauses.shift() ?? 1 })
  expect(adviceFor(WAITS, 'SCENARIO-PROCESSING', hardlyWaits).cause).toMatch(/^There is no wait/)
})

test('a request for no operation gets the one that is near', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', (client) => client.call('GET', '/orders'))
  const nearMiss = {
    operation: 'createOrder' as const,
    differs: ['The method is "GET".'],
    clause: null,
    gap: null,
  }
  const near = withNearMiss(withExchange(trial, 0, { operation: null }), 0, nearMiss)
  expect(findingOf('documented-operations-only', near).message).toContain(
    'Did you mean POST /orders? The method is "GET"',
  )
})

const ROWS = Object.entries(MISTAKES).flatMap(([id, mistakes]) =>
  mistakes.map((mistake, index) => ({ id, ...mistake, isLast: index === mistakes.length - 1 })),
)

test('whatever was seen, each clause has advice', () => {
  const last = ROWS.filter(({ isLast }) => isLast)
  expect(last.map(({ id }) => id)).toEqual(Object.keys(CLIENT_CLAUSES))
  expect(last.filter(({ of, isSeen }) => of ?? isSeen)).toEqual([])
})

test('each fix that retries names the wait, a limit, and the same body or reference', () => {
  const retries = ROWS.filter(({ fix }) => /identical|attempt|up again/.test(String(fix)))
  expect(retries.length).toBeGreaterThan(5)
  for (const needed of [/wait/i, /eight/, /identical|exactly|same reference/])
    expect(retries.filter(({ fix }) => !needed.test(String(fix)))).toEqual([])
})

describe('advice in the language of the command', () => {
  const see = (...command: string[]) => {
    const report = certify(behaves({ reference: () => 'SHOP:1' }), {}, { command })
    return report.clauses.find(({ id }) => id === ONE)?.checks.find(({ lesson }) => lesson)?.lesson?.see
  }

  test.each([
    [['python3', 'client.py'], 'docs/recipes/purchase.py'],
    [['/usr/bin/python3.12', '-m', 'shop'], 'docs/recipes/purchase.py'],
    [['./client.py'], 'docs/recipes/purchase.py'],
    [['node', 'client.js'], 'docs/recipes/purchase.mjs'],
    [['C:\\node\\node.exe', 'client.js'], 'docs/recipes/purchase.mjs'],
    [['java', '-jar', 'client.jar'], 'docs/recipes/Purchase.java'],
    [['php', 'client.php'], 'docs/recipes/purchase.php'],
    [['env', 'A=b', 'php8.2', 'client.php'], 'docs/recipes/purchase.php'],
    [['bash', 'client.sh'], 'examples/shell-curl/client.sh'],
    [['./client'], undefined],
  ])('%j', (command, recipe) => {
    expect(languageOf(command)?.recipe).toBe(recipe)
    expect(see(...command)).toBe(`${recipe ?? 'docs/recipes/README.md'}, section "Store"`)
  })

  test('says how it is written there', () => {
    const trial = clientJournal('SCENARIO-AT-ONCE', sends('sku:A'))
    expect(adviceOn(BODY, trial, ['php', 'x.php']).remedy).toContain(': json_encode([')
    expect(adviceOn(BODY, trial, null).remedy).toContain('that are not blank. Stop')
  })

  const sections = [...new Set(ROWS.map(({ shownIn }) => shownIn))]
  const textOf = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

  test.each(LANGUAGES)('each section is in $recipe', ({ recipe }) => {
    const text = textOf(recipe)
    expect(sections.filter((name) => !new RegExp(`^\\s*(#|//) ${name}$`, 'm').test(text))).toEqual([])
  })

  test('each section is a heading of the page on the recipes', () => {
    const headings = [...textOf('docs/recipes/README.md').matchAll(/^### (.*)$/gm)].map(([, name]) => name)
    expect(headings.toSorted()).toEqual(sections.toSorted())
  })
})

test.each([
  [['./my client', "it's"], "partner-purchase certify --only X -- './my client' 'it'\\''s'"],
  [['sh', '-c', 'a; b $X'], "partner-purchase certify --only X -- sh -c 'a; b $X'"],
  [['curl', 'pk_test_secret123'], 'partner-purchase certify --only X -- curl [key]'],
  [null, 'partner-purchase certify --listen --only X'],
])('the command that runs it alone is quoted for a shell, without any key: %j', (command, line) => {
  expect(commandLine({ sku: 'X' }, { command })).toBe(line)
})

test('a scenario is run alone as the whole was: the same kit, the same files', () => {
  const rerun = ['npx', 'partner-purchase-kit', 'certify', '--profile', 'my profile.json']
  expect(commandLine({ sku: 'X' }, { command: ['./client'], rerun })).toBe(
    "npx partner-purchase-kit certify --profile 'my profile.json' --only X -- ./client",
  )
})

test('the command that runs all again kills the client where the run did', () => {
  const scenarios = [{}, { restarts: 'processing' as const }]
  const run = { command: ['./client'], scenarios }
  expect(commandLine(null, run)).toBe('partner-purchase certify --restart -- ./client')
  expect(commandLine({ sku: 'X' }, run)).not.toContain('--restart')
})

test('a kept clause gets no advice, and a broken one quotes the sentence against it', () => {
  const broken = (program: Program) => {
    const { clauses } = certify(program)
    const checks = clauses.flatMap((clause) => clause.checks)
    expect(checks.every(({ verdict, lesson }) => (lesson !== null) === (verdict === 'broken'))).toBe(true)
    const own = clauses.find(({ id }) => id === ONE)?.checks ?? []
    return own.find(({ verdict }) => verdict === 'broken')?.message
  }
  const twoReferences = broken((client) => [client.buy('SHOP:1'), client.buy('SHOP:2'), client.buy('SHOP:3')])
  expect(twoReferences).toMatch(/The reference, §4\.2: “A new partnerReference means a new, additional/)
  expect(twoReferences).not.toContain('must be unique')
  const oneReference = broken(behaves({ reference: () => 'SHOP:1' }))
  expect(oneReference).toMatch(/The reference, §2: “Order .* must be unique per intended purchase/)
  expect(oneReference).not.toContain('A new partnerReference')
})
