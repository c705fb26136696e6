import { type Report, reportSchema } from '../../contract/report/report.ts'
import { BROKEN, exchange } from './sample-reports.fixture.ts'

/** A small report with every field that can hold a text. */
export const EVERY_PLACE: Report = {
  ...BROKEN,
  clauses: BROKEN.clauses
    .filter(({ verdict }) => verdict !== 'kept')
    .map((clause) => ({ ...clause, checks: clause.checks.slice(1, 2).map(withOneExchange) })),
  assumptions: BROKEN.assumptions.filter(({ verdict }) => verdict === 'differs'),
}

function withOneExchange(check: Report['clauses'][number]['checks'][number]) {
  const order = { partnerReference: 'KIT:1', sku: 'A', effect: 'recorded' } as const
  const lesson = {
    consequence: 'It costs money.',
    cause: 'A default.',
    remedy: 'Wait.',
    command: 'certify',
  }
  return { ...check, lesson, evidence: [exchange(0, { partner: 'partner-1', order })] }
}

/** For each free text in the report, including the keys of records, a copy with that text replaced. */
export function oneByOne(report: Report, text: string): Report[] {
  return variants(report, text).flatMap((variant) => {
    const parsed = reportSchema.safeParse(variant)
    return parsed.success ? [parsed.data] : []
  })
}

function variants(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => variants(item, text).map((variant) => value.with(index, variant)))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item], index, entries) => [
    ...variants(item, text).map((variant) => Object.fromEntries(entries.with(index, [key, variant]))),
    Object.fromEntries(entries.with(index, [text, item])),
  ])
}

/** The report with every free text in it replaced. */
export function everywhere(report: Report, text: string): Report {
  return paths(report).reduce((changed, path) => {
    const parsed = reportSchema.safeParse(at(changed, path, text))
    return parsed.success ? parsed.data : changed
  }, report)
}

type Path = readonly (string | number)[]

function paths(value: unknown): Path[] {
  if (typeof value === 'string') return [[]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => paths(item).map((path) => [key, ...path]))
}

function at(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text
  const entries = Object.entries(value ?? {}).map(([name, item]) => [
    name,
    name === key ? at(item, rest, text) : item,
  ])
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}
