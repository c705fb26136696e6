import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { FACTS } from '../testing/certification.fixture.ts'
import { clientJournal } from '../testing/client-journal.fixture.ts'
import { type Behaviour, clientOf } from '../testing/clients.fixture.ts'
import type { Trial } from '../trial.ts'
import { remarksOnMusts } from './broken-musts.ts'
import { type Attempt, matrixReport, tryVariants } from './try-variants.ts'
import { variantsOf } from './variants.ts'

const TRIED = ['purchase-201', 'another-success-state', 'unavailable-status-500']

/** The report on a client in the controls, and in those of the variants that are tried here. */
async function reportOn(behaviour: (attempt: Attempt) => Partial<Behaviour>) {
  const made = new Map<Attempt, Trial | null>()
  const variants = variantsOf(DEFAULT_PROFILE).filter(({ id }) => TRIED.includes(id))
  const rows = await tryVariants(
    { variants, profile: DEFAULT_PROFILE, scenarios: SCENARIOS },
    async (attempts) => {
      for (const one of attempts) made.set(one, clientJournal(one.scenario, clientOf(behaviour(one))))
      return made
    },
  )
  return matrixReport(rows, FACTS, remarksOnMusts(made))
}

test('there is no remark on a correct client', async () => {
  const report = await reportOn(() => ({}))
  expect(report.remarks).toEqual([])
})

test('a must that is broken without another answer is named, and sent to a certification', async () => {
  const report = await reportOn(() => ({ pause: () => 0.2 }))
  const [remark] = report.remarks
  expect(remark).toMatchObject({ id: 'broken-must', scenario: 'SCENARIO-PROCESSING' })
  expect(remark?.message).toContain('waits-poll-after (§3.1, 8.1)')
})

test('so is one that is broken with another answer alone', async () => {
  const hasty = ({ variant }: Attempt) => (variant?.id === 'purchase-201' ? { pause: () => 0.2 } : {})
  expect((await reportOn(hasty)).remarks.map(({ message }) => message)).toEqual([
    expect.stringContaining('waits-poll-after'),
  ])
})

test('a finding that depends on the changed answer is a dependence, not a fault', async () => {
  const walksAway = ({ variant }: Attempt) =>
    variant?.id === 'unavailable-status-500' ? { afterServerError: 'fail' as const } : {}
  expect((await reportOn(walksAway)).remarks).toEqual([])
})
