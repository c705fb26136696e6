import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../contract/profile/profile-defaults.ts'
import { reportSchema } from '../../contract/report/report.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { FACTS } from '../testing/certification.fixture.ts'
import { clientJournal, type Program } from '../testing/client-journal.fixture.ts'
import { type Behaviour, clientOf } from '../testing/clients.fixture.ts'
import type { Trial } from '../trial.ts'
import { remarksOnMusts } from './broken-musts.ts'
import { type Attempt, type MakeTrials, matrixReport, tryVariants } from './try-variants.ts'
import { variantsOf } from './variants.ts'

const GOOD = clientOf({})
const FAILS_AT_END: Program = (client) => {
  GOOD(client)
  return 1
}
const [VARIANT] = variantsOf(DEFAULT_PROFILE).filter(({ id }) => id === 'purchase-201')
if (VARIANT === undefined) throw new Error('There is no such variant.')
const PLAN = { variants: [VARIANT], profile: DEFAULT_PROFILE, scenarios: SCENARIOS }

/** Makes the trial of each attempt, and counts the calls. */
function makerOf(trialOf: (attempt: Attempt, pass: number) => Trial | null) {
  const asked: string[][] = []
  const make: MakeTrials = async (attempts) => {
    asked.push(attempts.map(({ name }) => name))
    return new Map(attempts.map((attempt) => [attempt, trialOf(attempt, asked.length)]))
  }
  return { make, asked }
}

const isControl = ({ name }: Attempt) => name.startsWith('control ')
const journal = ({ scenario }: Attempt, program: Program) => clientJournal(scenario, program)

test('a client that does the same is independent, and is tried once, next to a control', async () => {
  const { make, asked } = makerOf((attempt) => journal(attempt, GOOD))
  const rows = await tryVariants(PLAN, make)
  expect(rows).toMatchObject([{ id: 'purchase-201', verdict: 'independent', message: null }])
  expect(asked).toEqual([['control SCENARIO-PROCESSING', 'purchase-201 SCENARIO-PROCESSING']])
})

test('a client that behaves differently each time depends, and the report says on what', async () => {
  const { make, asked } = makerOf((attempt) => journal(attempt, isControl(attempt) ? GOOD : FAILS_AT_END))
  const [row] = await tryVariants(PLAN, make)
  expect(row).toMatchObject({
    gaps: ['success-status'],
    verdict: 'depends',
    message:
      'In SCENARIO-PROCESSING it exited with 1 after the settled summary, "COMPLETED" (control: exited with 0).',
  })
  expect(asked).toHaveLength(2)
})

test('a difference that was seen only once does not count', async () => {
  const { make } = makerOf((attempt, pass) =>
    journal(attempt, isControl(attempt) || pass === 2 ? GOOD : FAILS_AT_END),
  )
  expect(await tryVariants(PLAN, make)).toMatchObject([{ verdict: 'independent' }])
})

test.each<readonly [string, (attempt: Attempt) => Trial | null, string]>([
  [
    'was interrupted',
    (attempt) => (isControl(attempt) ? journal(attempt, GOOD) : null),
    'interrupted before both',
  ],
  ['never received it', (attempt) => journal(attempt, () => 0), 'the client never received it'],
  [
    'does not end in the control, either',
    (attempt) =>
      journal(attempt, (client) => {
        GOOD(client)
        client.wait(1_000)
        return 0
      }),
    'did not end by itself without it, either',
  ],
])('nothing is observed of a client that %s', async (_, trialOf, words) => {
  const [row] = await tryVariants(PLAN, makerOf(trialOf).make)
  expect(row).toMatchObject({ verdict: 'not-observed', message: expect.stringContaining(words) })
})

test('each trial uses the other answer, and its control does not', async () => {
  const attempts: Attempt[] = []
  const variants = variantsOf(DEFAULT_PROFILE)
  await tryVariants({ ...PLAN, variants }, async (asked) => {
    attempts.push(...asked)
    return new Map()
  })
  const control = attempts.filter(isControl)
  expect(new Set(control.map(({ name }) => name)).size).toBe(control.length)
  expect(control.every(({ answers, profile }) => answers === null && profile === DEFAULT_PROFILE)).toBe(true)
  const fractional = attempts.find(({ name }) => name.startsWith('fractional-pause'))
  expect(fractional?.scenario.course.processing).toEqual([{ forSeconds: 2, pollAfterSeconds: 1.5 }])
  expect(fractional?.scenarios).toContain(fractional?.scenario)
})

test('its report is never green, and judges no clause', async () => {
  const rows = await tryVariants(PLAN, makerOf((attempt) => journal(attempt, GOOD)).make)
  const report = matrixReport(rows, FACTS)
  expect(reportSchema.parse(report)).toEqual(report)
  expect(report).toMatchObject({
    kind: 'variants',
    outcome: 'incomplete',
    clauses: [],
    scenarios: null,
    seal: null,
  })
})

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
