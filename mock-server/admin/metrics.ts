import type { Histogram } from '../journal/tally.ts'
import { droppedOf } from '../sandbox/control.ts'
import type { Mock, MockContext } from '../sandbox/mock.ts'

const CONTENT_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

type Labels = Readonly<Record<string, string | number>>
type Sample = readonly [labels: Labels, value: number]

/** `GET /__mock/metrics`: numbers of this mock as OpenMetrics. None of them is of one key. */
export async function readMetrics(c: MockContext): Promise<Response> {
  const lines = [...(await linesOf(c.get('mock'))), '# EOF', '']
  return c.body(lines.join('\n'), 200, { 'Content-Type': CONTENT_TYPE })
}

async function linesOf(mock: Mock): Promise<string[]> {
  const { journal, store, guests, partners, pages } = mock
  const { tally } = journal
  const operations = [...tally.operations].map(([id, counted]) => [id ?? 'none', counted] as const)
  const endings = operations.flatMap(([operation, { endings }]) =>
    endings.map(({ status, delivery, count }): Sample => [{ operation, status, delivery }, count]),
  )
  const durations = operations.map(([operation, { durations }]) => [{ operation }, durations] as const)
  const connections = Object.entries(store.pool?.() ?? {}).map(([state, count]): Sample => [{ state }, count])
  const dropped = await droppedOf(mock).catch(() => undefined)
  const { faults, storeFailures } = tally
  return [
    counter('mock_exchanges', 'Calls, by operation, status of the answer and how far it got.', endings),
    histogram(
      'mock_exchange_duration_seconds',
      'How long calls took, with the delays of their scenarios.',
      durations,
    ),
    counter('mock_faults', 'Faults that calls have met.', labelled('fault', faults)),
    histogram('mock_store_duration_seconds', 'How long the store took.', labelled('call', tally.store)),
    counter('mock_store_failures', 'Calls that the store did not answer.', labelled('call', storeFailures)),
    gauge('mock_store_connections', 'Connections to the database, and calls that wait for one.', connections),
    gauge('mock_journal_bytes', 'What the journal of this process has.', [[{}, journal.bytes]], 'bytes'),
    gauge(
      'mock_journal_dropped',
      'Exchanges that the journal no longer has, of the keys that are not reset.',
      // Not known while the store is away.
      dropped === undefined ? [] : [[{}, dropped?.count ?? 0]],
    ),
    gauge('mock_keys', 'Keys that this process knows.', [[{}, partners.length + guests.size]]),
    gauge('mock_pages', 'Pages that are open.', [[{}, pages.size]]),
    gauge(
      'mock_event_loop_utilization_ratio',
      'How busy this process is, since its start.',
      [[{}, loopUtilization()]],
      'ratio',
    ),
  ].flat()
}

function labelled<Value>(label: string, values: ReadonlyMap<string, Value>): [Labels, Value][] {
  return [...values].map(([name, value]) => [{ [label]: name }, value])
}

/** Only Node measures it. */
function loopUtilization(): number {
  const { eventLoopUtilization } = performance as { eventLoopUtilization?: () => { utilization: number } }
  return eventLoopUtilization?.call(performance).utilization ?? 0
}

function counter(name: string, help: string, samples: readonly Sample[]): string[] {
  return [...headOf(name, 'counter', help), ...samples.map((sample) => line(`${name}_total`, ...sample))]
}

function gauge(name: string, help: string, samples: readonly Sample[], unit?: 'bytes' | 'ratio'): string[] {
  return [...headOf(name, 'gauge', help, unit), ...samples.map((sample) => line(name, ...sample))]
}

function histogram(
  name: string,
  help: string,
  samples: readonly (readonly [labels: Labels, value: Histogram])[],
): string[] {
  const lines = samples.flatMap(([labels, taken]) => [
    ...taken.upTo().map(([bound, count]) => {
      const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : String(bound)
      return line(`${name}_bucket`, { ...labels, le }, count)
    }),
    line(`${name}_count`, labels, taken.upTo().at(-1)?.[1] ?? 0),
    line(`${name}_sum`, labels, taken.sum),
  ])
  return [...headOf(name, 'histogram', help, 'seconds'), ...lines]
}

function headOf(name: string, type: string, help: string, unit?: string): string[] {
  return [`# TYPE ${name} ${type}`, ...(unit ? [`# UNIT ${name} ${unit}`] : []), `# HELP ${name} ${help}`]
}

/** No label is a text of a caller: operations, codes and names of faults need no escapes. */
function line(name: string, labels: Labels, value: number): string {
  const inside = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
  return `${name}${inside.length === 0 ? '' : `{${inside.join()}}`} ${value}`
}
