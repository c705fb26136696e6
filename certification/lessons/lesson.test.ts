import { expect, test } from 'vitest'
import { CLIENT_CLAUSES } from '../../contract/client-clauses.ts'
import { certify } from '../certification.fixture.ts'
import { clientOf } from '../clients.fixture.ts'
import { commandLine } from './command-line.ts'
import { quotation } from './lesson.ts'

test('a broken clause says what the reference says, and teaches; a kept one does neither', () => {
  const { clauses } = certify(clientOf({ afterLoss: 'buy anew' }))
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

test.each(Object.values(CLIENT_CLAUSES))('$id quotes its section', ({ id, section }) => {
  expect(quotation(id)).toMatch(
    new RegExp(`^The reference, §${section.replaceAll('.', '\\.')}: “.{10,500}”$`),
  )
})

test.each([
  [['node', 'client.js'], 'node client.js'],
  [['./my client', "it's"], `'./my client' 'it'\\''s'`],
  [['sh', '-c', 'a; b $X'], "sh -c 'a; b $X'"],
  [[''], "''"],
  [null, 'COMMAND'],
  [[], 'COMMAND'],
])('a command is quoted for a shell: %j', (command, quoted) => {
  expect(commandLine('SCENARIO-CUT', command)).toBe(
    `partner-purchase certify --only SCENARIO-CUT -- ${quoted}`,
  )
})

test('a command holds no key', () => {
  expect(commandLine('X', ['curl', 'pk_test_secret123'])).not.toContain('secret123')
})
