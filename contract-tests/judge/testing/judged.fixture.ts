import type { ServerClauseId } from '../../../contract/reference/server-clauses.ts'
import { factOf } from '../facts.ts'
import { judgeFacts } from '../judge.ts'
import type { Generated } from './generated-history.fixture.ts'
import type { Way } from './ways.fixture.ts'

/** What the judge says of a generated history: the clauses that it names broken, and its ties. */
export type Verdicts = {
  readonly broken: readonly ServerClauseId[]
  readonly ties: readonly (readonly ServerClauseId[])[]
}

/** Judges a history that was made as data. */
export function judged({ entries, head }: Pick<Generated, 'entries' | 'head'>): Verdicts {
  const facts = entries.flatMap((entry) => factOf(entry, head.profile) ?? [])
  const { checks, ties } = judgeFacts(facts, head)
  const broken = checks.filter(({ verdict }) => verdict === 'broken').map(({ clause }) => clause)
  return { broken: [...new Set(broken)], ties }
}

/** How the judge finds a clause that was relaxed: alone, in a tie, as what a rival would explain as well, or not. */
export type Finding = 'exact' | 'tied' | 'rival' | 'missed' | 'also another'

/**
 * Where one answer alone differs, another clause explains it as well: a settled order that is PROCESSING again was bought
 * again, if no balance says otherwise; or the lookup that said settled was wrong.
 */
const RIVALS: { readonly [Id in Way]?: readonly ServerClauseId[] } = {
  'back once': ['same-body-same-purchase', 'lookup-position'],
  'bought again as new': ['lookup-position', 'order-leaves-processing'],
  // The client of that order went away as well, or its body is still answered.
  forgotten: ['purchase-survives-timeout'],
  'survivor never found': ['lookup-position'],
  // Of bodies of one moment, one that is served is the purchase: one that is refused repeats it.
  'new refused': ['same-body-same-purchase'],
}

/** Compares what is broken with what was relaxed. */
export function findingOf(clause: ServerClauseId, way: Way, { broken, ties }: Verdicts): Finding {
  const others = broken.filter((one) => one !== clause)
  const isRival = others.length === 1 && RIVALS[way]?.includes(others[0] as ServerClauseId)
  if (isRival && !broken.includes(clause)) return 'rival'
  if (others.length > 0) return 'also another'
  if (broken.includes(clause)) return 'exact'
  return ties.some((tie) => tie.includes(clause)) ? 'tied' : 'missed'
}
