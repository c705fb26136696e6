import type { MockContext } from '../http/routing.ts'
import type { Histogram } from '../journal/tally.ts'
import { droppedOf } from '../sandbox/control.ts'
import type { Mock } from '../sandbox/mock.ts'

const CONTENT_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

type Labels = Readonly<Record<string, string | number>>
type Sample = readonly [labels: Labels, value: number]
type Family = {
  readonly name: string
  readonly help: string
  readonly unit?: 'seconds' | 'bytes' | 'ratio'
} & (
  | { readonly type: 'counter' | 'gauge'; readonly samples: readonly Sample[] }
  | { readonly type: 'histogram'; readonly samples: readonly (readonly [labels: Labels, value: Histogram])[] }
)

/** `GET /__mock/metrics`: numbers of this mock as OpenMetrics. None of them is of one key. */
export async function readMetrics(c: MockContext): Promise<Response> {
  const families = await familiesOf(c.get('mock'))
  return c.body([...families.flatMap(linesOf), '# EOF', ''].join('\n'), 200, { 'Content-Type': CONTENT_TYPE })
}

async function familiesOf(mock: Mock): Promise<readonly Family[]> {
  const { journal, store, guests, partners, pages } = mock
  const { tally } = journal
  const operations = [...tally.operations].map(([id, counted]) => [id ?? 'none', counted] as const)
  const pool = store.pool?.()
  const dropped = await droppedOf(mock).catch(() => undefined)
  return [
    {
      name: 'mock_exchanges',
      type: 'counter',
      help: 'Calls, by operation, status of the answer and how far it got.',
      samples: operations.flatMap(([operation, { endings }]) =>
        endings.map(({ status, delivery, count }): Sample => [{ operation, status, delivery }, count]),
      ),
    },
    {
      name: 'mock_exchange_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'How long calls took, with the delays of their scenarios.',
      samples: operations.map(([operation, { durations }]) => [{ operation }, durations]),
    },
    {
      name: 'mock_faults',
      type: 'counter',
      help: 'Faults that calls have met.',
      samples: labelled('fault', tally.faults),
    },
    {
      name: 'mock_store_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'How long the store took.',
      samples: labelled('call', tally.store),
    },
    {
      name: 'mock_store_failures',
      type: 'counter',
      help: 'Calls that the store did not answer.',
      samples: labelled('call', tally.storeFailures),
    },
    {
      name: 'mock_store_connections',
      type: 'gauge',
      help: 'Connections to the database, and calls that wait for one.',
      samples: Object.entries(pool ?? {}).map(([state, count]) => [{ state }, count]),
    },
    gauge('mock_journal_bytes', 'What the journal of this process has.', journal.bytes, 'bytes'),
    {
      name: 'mock_journal_dropped',
      type: 'gauge',
      help: 'Exchanges that the journal no longer has, of the keys that are not reset.',
      // Not known while the store is away.
      samples: dropped === undefined ? [] : [[{}, dropped?.count ?? 0]],
    },
    gauge('mock_keys', 'Keys that this process knows.', partners.length + guests.size),
    gauge('mock_pages', 'Pages that are open.', pages.size),
    gauge(
      'mock_event_loop_utilization_ratio',
      'How busy this process is, since its start.',
      loopUtilization(),
      'ratio',
    ),
  ]
}

function gauge(name: string, help: string, value: number, unit?: Family['unit']): Family {
  return { name, type: 'gauge', help, samples: [[{}, value]], ...(unit && { unit }) }
}

function labelled<Value>(label: string, values: ReadonlyMap<string, Value>): [Labels, Value][] {
  return [...values].map(([name, value]) => [{ [label]: name }, value])
}

/** Only Node measures it. */
function loopUtilization(): number {
  const { eventLoopUtilization } = performance as { eventLoopUtilization?: () => { utilization: number } }
  return eventLoopUtilization?.call(performance).utilization ?? 0
}

function linesOf(family: Family): string[] {
  const { name, type, help, unit } = family
  const head = [
    `# TYPE ${name} ${type}`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${help}`,
  ]
  if (family.type === 'histogram')
    return [...head, ...family.samples.flatMap(([labels, value]) => histogramLines(name, labels, value))]
  const suffix = type === 'counter' ? '_total' : ''
  return [...head, ...family.samples.map(([labels, value]) => line(name + suffix, labels, value))]
}

function histogramLines(name: string, labels: Labels, histogram: Histogram): string[] {
  const buckets = histogram.upTo()
  const count = buckets.at(-1)?.[1] ?? 0
  return [
    ...buckets.map(([bound, own]) => {
      const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : String(bound)
      return line(`${name}_bucket`, { ...labels, le }, own)
    }),
    line(`${name}_count`, labels, count),
    line(`${name}_sum`, labels, histogram.sum),
  ]
}

/** No label is a text of a caller: operations, codes and names of faults need no escapes. */
function line(name: string, labels: Labels, value: number): string {
  const inside = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
  return `${name}${inside.length === 0 ? '' : `{${inside.join()}}`} ${value}`
}
