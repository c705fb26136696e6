import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CLIENT_CLAUSES } from '../contract/reference/client-clauses.ts'
import { quotation } from '../contract/reference/statements.ts'
import { commandLine } from './advice.ts'
import { certify } from './testing/certification.fixture.ts'
import type { Program } from './testing/client-journal.fixture.ts'
import { clientOf } from './testing/clients.fixture.ts'

test('a broken clause quotes the reference and gives advice; a kept one does neither', () => {
  const { clauses } = certify(clientOf({ afterLoss: 'buy again' }))
  const [check] =
    clauses
      .find(({ id }) => id === 'timeout-is-not-failure')
      ?.checks.filter((one) => one.id.endsWith('LOST-AFTER')) ?? []
  expect(check?.message).toContain('“A client timeout on POST /orders does not mean the purchase failed.')
  expect(check?.lesson).toMatchObject({
    consequence: expect.stringContaining('125.00 USD → 100.00 USD'),
    command: 'partner-purchase certify --only SCENARIO-LOST-AFTER -- node client.js',
  })
  const kept = clauses.flatMap(({ checks }) => checks).filter(({ verdict }) => verdict === 'kept')
  expect(kept.every(({ message, lesson }) => message === null && lesson === null)).toBe(true)
})

test('one card under two references is against §4.2, and two cards under one against §2', () => {
  const saidOf = (program: Program) =>
    certify(program)
      .clauses.find(({ id }) => id === 'one-reference-per-purchase')
      ?.checks.find(({ verdict }) => verdict === 'broken')?.message
  const twoReferences = saidOf((client) => [client.buy('SHOP:1'), client.buy('SHOP:2'), client.buy('SHOP:3')])
  expect(twoReferences).toMatch(/The reference, §4\.2: “A new partnerReference means a new, additional/)
  expect(twoReferences).not.toContain('must be unique')
  const oneReference = saidOf(clientOf({ reference: () => 'SHOP:1' }))
  expect(oneReference).toMatch(/The reference, §2: “Order .* must be unique per intended purchase/)
  expect(oneReference).not.toContain('A new partnerReference')
})

/** The document, the cells of its tables unpadded. */
const REFERENCE = readFileSync(new URL('../docs/reference-1.0.1.md', import.meta.url), 'utf8').replace(
  / +/g,
  ' ',
)

describe.each(Object.values(CLIENT_CLAUSES))('$id', ({ id, section }) => {
  const words = quotation(id)
  const quoted = [...words.matchAll(/“([^”]*)”/g)].map(([, text = '']) => text)

  test('quotes the reference word for word, or says that it is inferred', () => {
    expect(quoted.filter((text) => !REFERENCE.includes(text))).toEqual([])
    if (quoted.length === 0) expect(words).toContain('inferred')
    else expect(words).not.toContain('inferred')
  })

  test('names its section', () => {
    expect(words).toContain(`§${section}`)
  })
})

test('that only the documented operations are called is inferred from §4', () => {
  expect(quotation('documented-operations-only')).toBe(
    'No sentence of the reference says so: it is inferred from all of §4 that the client calls only the documented operations.',
  )
})

test.each([
  [['node', 'client.js'], 'node client.js'],
  [['./my client', "it's"], `'./my client' 'it'\\''s'`],
  [['sh', '-c', 'a; b $X'], "sh -c 'a; b $X'"],
  [[''], "''"],
])('a command is quoted for a shell: %j', (command, quoted) => {
  expect(commandLine({ sku: 'SCENARIO-CUT' }, { command })).toBe(
    `partner-purchase certify --only SCENARIO-CUT -- ${quoted}`,
  )
})

test('a scenario is run alone as the whole was: the same kit, the same files', () => {
  const rerun = ['npx', 'partner-purchase-kit', 'certify', '--profile', 'my profile.json']
  expect(commandLine({ sku: 'SCENARIO-CUT' }, { command: ['./client'], rerun })).toBe(
    "npx partner-purchase-kit certify --profile 'my profile.json' --only SCENARIO-CUT -- ./client",
  )
})

test('a service is listened to again', () => {
  expect(commandLine({ sku: 'SCENARIO-CUT' }, { command: null })).toBe(
    'partner-purchase certify --listen --only SCENARIO-CUT',
  )
})

test('a command holds no key', () => {
  const command = ['curl', 'pk_test_secret123']
  expect(commandLine({ sku: 'X' }, { command })).not.toContain('secret123')
})

test('the command that runs all again kills the client where the run did', () => {
  const command = ['./client']
  expect(commandLine(null, { command })).toBe('partner-purchase certify -- ./client')
  const scenarios = [{}, { restarts: 'processing' as const }]
  expect(commandLine(null, { command, scenarios })).toBe('partner-purchase certify --restart -- ./client')
  expect(commandLine({ sku: 'SCENARIO-CUT' }, { command, scenarios })).not.toContain('--restart')
})
