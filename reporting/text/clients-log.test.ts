import { expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { certification } from '../html/sample-certificates.fixture.ts'
import { AT_ONCE, TWO_CARDS } from '../html/sample-scenarios.fixture.ts'
import { clientsLog } from './clients-log.ts'

const logOf = (...scenarios: Parameters<typeof certification>[0]) =>
  clientsLog(harmless(certification(scenarios)))

test('what the client wrote is one text: each stream of each scenario below its name', () => {
  const stdout = { text: 'bought\n', bytes: 7 }
  const stderr = { text: '…panic: \u001bc pk_test_abcdefgh', bytes: 99_999 }
  const log = logOf({ ...AT_ONCE, output: { stdout, stderr } }, TWO_CARDS)
  expect(log).toBe(
    '===== SCENARIO-AT-ONCE, client exited with 0 =====\n' +
      '----- standard output, 7 bytes -----\nbought\n' +
      '----- standard error, the end of 99999 bytes -----\n…panic: \\u001bc [key]\n',
  )
})

test('a client that the kit did not start has none', () => {
  expect(logOf(AT_ONCE, TWO_CARDS)).toBeNull()
})
