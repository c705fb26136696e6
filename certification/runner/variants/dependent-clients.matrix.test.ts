import { expect, test } from 'vitest'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { VariantReport } from '../../../contract/report/report.ts'
import { isFull } from '../../../contract/testing/sample.fixture.ts'
import { SCENARIOS } from '../../../fixtures/scenarios.ts'
import { trialOf } from '../../mutants/runner/model-trial.ts'
import type { ClientFunction } from '../../mutants/runner/start-client.ts'
import { type Attempt, tryVariants } from '../../variants/try-variants.ts'
import { variantsOf } from '../../variants/variants.ts'
import { makeSandbox } from '../sandbox.ts'
import { DEPENDENT_CLIENTS, REFERENCE_CLIENT } from './dependent-clients.fixture.ts'

/** The matrix of a client in this process: the same as that of a process, without its start. */
function matrixOf(client: ClientFunction): Promise<readonly VariantReport[]> {
  const plan = { variants: variantsOf(DEFAULT_PROFILE), profile: DEFAULT_PROFILE, scenarios: SCENARIOS }
  const runOf = ({ scenario, scenarios, profile, answers }: Attempt) =>
    trialOf(client, scenario, scenarios, (usual) => {
      const sandbox = makeSandbox({ ...usual, profile, answers })
      // A changed answer is written to a socket where there is one.
      return { ...sandbox, fetch: (request) => sandbox.fetch(request) }
    })
  return tryVariants(plan, async (attempts) => {
    const made = attempts.map(async (attempt) => [attempt, await runOf(attempt)] as const)
    return new Map(await Promise.all(made))
  })
}

const [INDEPENDENT, ...OTHERS] = DEPENDENT_CLIENTS
const INSISTING = OTHERS.filter(([what]) => what === 'insists on 200')

const matrices = new Map<ClientFunction, ReturnType<typeof matrixOf>>()

/** The matrix of a client, made once. */
function rowsOf(client: ClientFunction): ReturnType<typeof matrixOf> {
  const rows = matrices.get(client) ?? matrixOf(client)
  matrices.set(client, rows)
  return rows
}

test.for([...(isFull ? OTHERS : INSISTING), REFERENCE_CLIENT])(
  'of a client that %s, exactly the rows say so that it depends on',
  async ([, client, dependsOn]) => {
    const rows = await rowsOf(client)
    const depending = rows.filter(({ verdict }) => verdict === 'depends')
    const seen = depending.map(({ id, message }) => `${id}: ${message}`).join('\n')
    expect(
      depending.map(({ id }) => id),
      seen,
    ).toEqual(dependsOn)
  },
)

test('a client that depends on nothing meets every other answer', async () => {
  const [, client] = INDEPENDENT
  const rows = await matrixOf(client)
  expect(rows.filter(({ verdict }) => verdict !== 'independent')).toEqual([])
})

test('the last answer is shown as it was sent, not as the mock had decided it', async () => {
  const [[, insists] = []] = INSISTING
  if (insists === undefined) throw new Error('There is no such client.')
  const rows = await rowsOf(insists)
  const { message } = rows.find(({ id }) => id === 'every-success-202') ?? {}
  expect(message).toContain('it exited with 1 after 202 to GET /ping')
})
