import { expect, test } from 'vitest'
import { isFull } from '../../../contract/testing/sample.fixture.ts'
import { DEPENDENT_CLIENTS, REFERENCE_CLIENT } from './dependent-clients.fixture.ts'
import { type ClientFunction, matrixOf } from './in-process-matrix.fixture.ts'

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
