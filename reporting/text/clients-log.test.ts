import { expect, test } from 'vitest'
import { harmless } from '../../contract/text/harmless.ts'
import { CERTIFIED } from '../html/sample-certifications.fixture.ts'
import { clientsLog } from './clients-log.ts'

test('the output of a client is one text, with each stream of each scenario under its name', () => {
  const stdout = { text: 'bought\n', bytes: 7 }
  const stderr = { text: '…panic: \u001bc pk_test_abcdefgh', bytes: 99_999 }
  const [first, second] = CERTIFIED.scenarios ?? []
  if (first === undefined || second === undefined) throw new Error('There are two scenarios.')
  const exit = { code: 0, signal: null, cause: 'exited', atMs: 1 } as const
  const scenarios = [{ ...first, exit, output: { stdout, stderr } }, second]
  expect(clientsLog(harmless({ ...CERTIFIED, scenarios }))).toBe(
    '===== SCENARIO-AT-ONCE, client exited with 0 =====\n' +
      '----- standard output, 7 bytes -----\nbought\n' +
      '----- standard error, the end of 99999 bytes -----\n…panic: \\u001bc [key]\n',
  )
  expect(clientsLog(harmless({ ...CERTIFIED, scenarios: [second] }))).toBeNull()
})
