import { expect, test } from 'vitest'
import type { CertificationProgress } from '../../../certification/options.ts'
import type { Io } from '../../io.ts'
import type { CertifyCommandOptions } from './command.ts'
import { progressOn } from './progress.ts'

const INTERRUPTED: CertificationProgress = { event: 'ended', sku: 'SCENARIO-CUT', report: null }

/** What is printed of a scenario that did not end by itself. */
function printed(bail: boolean): string {
  let text = ''
  const stdout = { write: (more: string) => (text += more) }
  progressOn({ stdout, env: {} } as unknown as Io, { bail } as CertifyCommandOptions, 'defaults')(INTERRUPTED)
  return text
}

test('a scenario that the user interrupts has a line, and one that --bail leaves out has none', () => {
  expect(printed(false)).toContain('SCENARIO-CUT  interrupted')
  expect(printed(true)).toBe('')
})
