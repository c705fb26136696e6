import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CLIENT_CLAUSES, type ClientClauseId } from '../contract/reference/client-clauses.ts'
import type { ScenarioSku } from '../fixtures/scenarios.ts'
import { commandLine } from './advice.ts'
import { MISTAKES } from './mistakes.ts'
import { LANGUAGES, languageOf } from './recipes.ts'
import { adviceFor, adviceOn, certify } from './testing/certification.fixture.ts'
import { type Client, clientJournal, type Program, withExchange } from './testing/client-journal.fixture.ts'
import { clientOf } from './testing/clients.fixture.ts'

const sends =
  (body: unknown, headers: Readonly<Record<string, string>> = {}): Program =>
  (client) =>
    client.buy('SHOP:1', { body, headers })
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const pingsWith =
  (headers: Readonly<Record<string, string>>): Program =>
  (client) =>
    client.call('GET', '/ping', { headers })
const sharing = clientOf({ reference: () => 'SHOP:1' })
/** Buys, and then does each of these things in turn. */
const buysAnd =
  (...acts: readonly ((client: Client) => unknown)[]): Program =>
  (client) => {
    client.prepare()
    client.buy('SHOP:1')
    for (const act of acts) act(client)
  }
const lookUp = (client: Client) => client.lookUp('SHOP:1')
const buyAgain = (client: Client) => client.buy('SHOP:2')

/** Polls at a fixed pace of 1.02 seconds, however long an answer takes. */
const ticks: Program = (client) => {
  for (let card = 1; card <= client.purchases; card += 1) {
    let status = client.buy(`SHOP:${card}`).data.order.order.status
    for (let tick = client.nowMs + 1020; status === 'PROCESSING'; tick += 1020) {
      client.wait(Math.max(0, tick - client.nowMs) / 1000)
      status = client.lookUp(`SHOP:${card}`).data?.order.status
    }
  }
}

const again = clientOf({ afterLoss: 'buy again', afterServerError: 'buy again' })
const leaves = clientOf({ afterLoss: 'fail', afterServerError: 'fail', afterMiss: 'fail' })
const wrongDepth = clientOf({ readLookup: () => ({ status: 'undefined' }) })
const keepsFirst = clientOf({ pause: (_, { pollAfterSeconds = 1 }) => pollAfterSeconds })
const emptyRetry = buysAnd((client) => client.buy('SHOP:1', { body: '' }))
const alteredRetry = buysAnd((client) => client.buy('SHOP:1', { sku: 'CARD-1' }))
const renamed = sends({ partner_reference: 'S:1', SKU: 'A' })
const third = sends({ partnerReference: 'S:1', sku: 'A', quantity: 1 })
const called = sends({ partnerReference: 'S:1', sku: 'A' }, FORM)

type Row = readonly [mistake: string, ScenarioSku, Program, advice: RegExp]

/** What the advice on each mistake has to say: what happened, its cost, its usual cause, and the fix. */
const ADVICE: { readonly [Id in ClientClauseId]?: readonly Row[] } = {
  'exactly-two-fields': [
    ['a form', 'SCENARIO-AT-ONCE', sends('partnerReference=SHOP&sku=A', FORM), /many HTTP libraries/],
    ['a form called JSON', 'SCENARIO-AT-ONCE', sends('partnerReference=S&sku=A'), /many HTTP libraries/],
    ['JSON called a form', 'SCENARIO-AT-ONCE', called, /header Content-Type: application\/json/],
    ['other names', 'SCENARIO-AT-ONCE', renamed, /rename or leave out "partner_reference", "SKU"/],
    ['a third field', 'SCENARIO-AT-ONCE', third, /ignore the other fields.*leave out "quantity"/],
    ['no JSON', 'SCENARIO-AT-ONCE', sends('sku:A'), /JSON library/],
    ['an empty retry', 'SCENARIO-LOST-BEFORE', emptyRetry, /on the second attempt.*first attempt has read/],
  ],
  'retry-identical-body': [
    ['another body', 'SCENARIO-LOST-BEFORE', alteredRetry, /may refuse it.*Build the body once.*wait half a/],
    [
      'another reference',
      'SCENARIO-RATE-LIMITED',
      buysAnd(buyAgain),
      /two cards are paid.*as Retry-After says/,
    ],
  ],
  'timeout-is-not-failure': [
    ['a cut', 'SCENARIO-CUT', again, /middle of its body.*begins again.*send the identical body again/],
    ['a loss', 'SCENARIO-LOST-AFTER', again, /150.00 USD → 125.00 USD.*125.00 USD → 100.00 USD.*connection/],
    ['a timeout', 'SCENARIO-STALLED', again, /the timeout of the client.*begins again, with a new reference/],
    ['a 502', 'SCENARIO-502-AFTER', again, /The answer was 502.*begins again, with a new reference/],
    ['no retry', 'SCENARIO-LOST-AFTER', leaves, /paid for.*never delivered.*or stops at the error/],
    ['a lookup', 'SCENARIO-LOST-BEFORE', buysAnd(lookUp, buyAgain), /lookup that did not find the order/],
  ],
  'one-reference-per-purchase': [
    [
      'one reference for two cards',
      'SCENARIO-TWO-CARDS',
      sharing,
      /stayed at 125.00 USD.*several purchases share/,
    ],
    [
      'two references for one card',
      'SCENARIO-PROCESSING',
      buysAnd(buyAgain),
      /additional purchase: balance.*treated as a/,
    ],
  ],
  'follows-until-settled': [
    ['a cut poll', 'SCENARIO-POLL-CUT', leaves, /middle of its body\. That ends the loop.*still PROCESSING/],
    ['a lost poll', 'SCENARIO-POLL-LOST', leaves, /connection ended.*ends the loop.*catch the error/],
    ['a 503', 'SCENARIO-POLL-UNAVAILABLE', leaves, /answer was 503\. That ends.*wait pollAfterSeconds/],
    ['a 404', 'SCENARIO-LOOKUP-LATE', leaves, /last lookup was answered with 404.*404\. That ends/],
    ['the depth of a lookup', 'SCENARIO-PROCESSING', buysAnd(), /at data\.order, as.*one level deeper/],
    ['the depth of a purchase', 'SCENARIO-PROCESSING', wrongDepth, /after poll 1.*not read at data\.order/],
    ['a number of polls', 'SCENARIO-LONG', clientOf({ mostPolls: 5 }), /after poll 5.*number of polls/],
  ],
  'waits-poll-after': [
    [
      'half of the interval',
      'SCENARIO-PROCESSING',
      clientOf({ pause: () => 0.5 }),
      /[\d.]+ times as often.* a constant/,
    ],
    ['no wait', 'SCENARIO-PROCESSING', clientOf({ pause: () => 0 }), /There is no wait, or the seconds/],
    ['the first interval kept', 'SCENARIO-POLL-CHANGES', keepsFirst, /interval of an earlier answer/],
    ['a ticker', 'SCENARIO-POLL-SLOW', ticks, /from the last request, not from its answer.*when the answer/],
  ],
  'key-stays-on-server': [
    ['a page', 'SCENARIO-AT-ONCE', pingsWith({ origin: 'https://shop.example' }), /page call your server/],
    ['a second header', 'SCENARIO-AT-ONCE', pingsWith({ 'x-api-key': '[key]' }), /one header/],
  ],
}

test.each(
  Object.entries(ADVICE).flatMap(([id, rows]) => rows.map((row) => [id as ClientClauseId, ...row] as const)),
)(
  '%s, %s: the advice says what happened, what it costs, why, and how to fix it',
  (id, _, sku, program, words) => {
    const { message, consequence, cause, remedy } = adviceFor(id, sku, program)
    expect([message, consequence, cause, remedy].join(' ')).toMatch(words)
  },
)

test('a client that polls at a fixed pace is not accused of polling a hundred times as often', () => {
  expect(adviceFor('waits-poll-after', 'SCENARIO-POLL-SLOW', ticks).consequence).not.toContain(
    'times as often',
  )
})

test('a balance that was asked for and refused is reported as unchecked, not as unread', () => {
  const trial = clientJournal('SCENARIO-AT-ONCE', (client) => [client.balance(), client.buy('SHOP:1')])
  const response = { status: 503, headers: {}, body: '', answeredMs: 0 }
  const { message, cause } = adviceOn('balance-before-purchase', withExchange(trial, 0, { response }))
  expect(message).toMatch(/It asked, and was answered with 503\.$/)
  expect(cause).toContain('is not checked')
})

test('the advice for leaving an order that fails does not claim that a card was paid for', () => {
  const { message, consequence } = adviceFor(
    'follows-until-settled',
    'SCENARIO-FAILS',
    clientOf({ mostPolls: 0 }),
  )
  expect(message).toContain('never asked for it again')
  expect(consequence).not.toContain('paid for')
})

const ROWS = Object.entries(MISTAKES).flatMap(([id, mistakes]) =>
  mistakes.map((mistake, index) => ({ id, ...mistake, isLast: index === mistakes.length - 1 })),
)

test('the last mistake of each clause fits in any case, so every broken clause has advice', () => {
  const last = ROWS.filter(({ isLast }) => isLast)
  expect(last.map(({ id }) => id)).toEqual(Object.keys(CLIENT_CLAUSES))
  expect(last.filter(({ kinds, isSeen }) => kinds ?? isSeen)).toEqual([])
})

test('each fix that retries names the wait, a limit, and the same body or reference', () => {
  const retries = ROWS.filter(({ fix }) => /identical|attempt|up again/.test(String(fix)))
  expect(retries.length).toBeGreaterThan(5)
  for (const needed of [/wait/i, /eight/, /identical|exactly|same reference/])
    expect(retries.filter(({ fix }) => !needed.test(String(fix)))).toEqual([])
})

describe('advice in the language of the command', () => {
  const see = (...command: string[]) => {
    const report = certify(sharing, {}, { command })
    return report.clauses
      .find(({ id }) => id === 'one-reference-per-purchase')
      ?.checks.find(({ lesson }) => lesson)?.lesson?.see
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

  test('shows the code for it in that language', () => {
    const trial = clientJournal('SCENARIO-AT-ONCE', sends('sku:A'))
    expect(adviceOn('exactly-two-fields', trial, ['php', 'x.php']).remedy).toContain(': json_encode([')
    expect(adviceOn('exactly-two-fields', trial, null).remedy).toContain('that are not blank. Send')
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
])('the command that runs one scenario is quoted for a shell, and holds no key: %j', (command, line) => {
  expect(commandLine({ sku: 'X' }, { command })).toBe(line)
})

test('the command that runs one scenario starts the same kit with the same files', () => {
  const rerun = ['npx', 'partner-purchase-kit', 'certify', '--profile', 'my profile.json']
  expect(commandLine({ sku: 'X' }, { command: ['./client'], rerun })).toBe(
    "npx partner-purchase-kit certify --profile 'my profile.json' --only X -- ./client",
  )
})

test('the command that repeats a run has --restart where that run killed the client', () => {
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
    const own = clauses.find(({ id }) => id === 'one-reference-per-purchase')?.checks ?? []
    return own.find(({ verdict }) => verdict === 'broken')?.message
  }
  const twoReferences = broken((client) => [client.buy('SHOP:1'), client.buy('SHOP:2'), client.buy('SHOP:3')])
  expect(twoReferences).toMatch(/The reference, §4\.2: “A new partnerReference means a new, additional/)
  expect(twoReferences).not.toContain('must be unique')
  const oneReference = broken(sharing)
  expect(oneReference).toMatch(/The reference, §2: “Order .* must be unique per intended purchase/)
  expect(oneReference).not.toContain('A new partnerReference')
})
