import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import { journalText, type RunHead } from '../../certification/journal.ts'
import { RULES_VERSION } from '../../certification/rules.ts'
import { secretTrialsOf } from '../../certification/testing/certification.fixture.ts'
import { clientOf } from '../../certification/testing/clients.fixture.ts'
import { HEAD } from '../../certification/testing/journal.fixture.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { temporaryFolder } from './temporary-folder.fixture.ts'

const CORRECT = secretTrialsOf(clientOf({}))

/** A client that buys again under a new reference after a lost answer. */
export const BUYS_AGAIN = secretTrialsOf(clientOf({ afterLoss: 'buy again' }))

/** The recording of a client in all scenarios, as one file in a folder of its own. No client was started for it. */
export function recording(context: TestContext, head: Partial<RunHead> = {}, run = CORRECT): string {
  const file = join(temporaryFolder(context), 'journal.jsonl')
  const { cards, trials } = run
  const text = journalText({
    head: {
      ...HEAD,
      rules: RULES_VERSION,
      scenarios: [...SCENARIOS],
      planned: SCENARIOS.map(({ sku }) => sku),
      startedAt: new Date().toISOString(),
      ...{ cards, challenge: '4711' },
      ...head,
    },
    trials,
  })
  writeFileSync(file, text)
  return file
}
