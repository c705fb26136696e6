import { REUSED, SURPLUS } from '../../analysis/purchases.ts'
import type { CodeId } from '../code/snippets.ts'
import {
  firstTrouble,
  hasTrouble,
  type Mistake,
  type Mistakes,
  type Seen,
  statusIn,
  type Trouble,
} from './mistake.ts'

const hasBoughtAgain = ({ analysis }: Seen) => analysis.explained.some(({ as }) => SURPLUS.includes(as))
const hasCrashed = ({ analysis }: Seen) => analysis.trial.crash !== undefined

/** Whether the order was asked for after its answer was lost, before it was bought again. */
const hasSought = (seen: Seen) =>
  hasBoughtAgain(seen) &&
  seen.analysis.lookups.some(({ exchange }) => {
    const lost = firstTrouble(seen)?.exchange.seq ?? Number.POSITIVE_INFINITY
    return exchange.seq > lost && exchange.seq < Math.max(...seen.finding.breaks)
  })

/** How a purchase can be lost: what went wrong, and how to treat that. */
const LOSSES: readonly (readonly [
  kind: Trouble,
  what: (seen: Seen) => string,
  treat: string,
  code: CodeId,
])[] = [
  [
    'cut',
    () => 'The answer ended in the middle of its body.',
    'Read until the last chunk; a body that ends early is an error. It does not say whether the card was bought',
    'whole-body',
  ],
  [
    'server-error',
    (seen) => `The answer was ${statusIn(seen)}: the card may be bought.`,
    'Treat each status from 500 on like an answer that never came',
    'retry',
  ],
  [
    'late',
    () => 'The answer came too late: the timeout of the client ended the call.',
    'After a timeout the card may be bought',
    'retry',
  ],
  [
    'lost',
    () => 'The connection ended before an answer came.',
    'Catch the error of the connection. The card may be bought',
    'retry',
  ],
]

type Loss = (typeof LOSSES)[number]

/** A purchase that is lost, and bought again under a new reference. */
const boughtAgainAfter = ([kind, what, treat]: Loss): Mistake => ({
  isSeen: (seen) => hasBoughtAgain(seen) && hasTrouble(kind)(seen),
  cause: (seen) =>
    `${what(seen)} The client treats that as "not bought", and begins again, with a new reference.`,
  remedy: `Make the reference and the body once, before the first attempt, and send them again as they are. ${treat}.`,
  code: 'retry',
})

/** A purchase that is lost, and about which its client does nothing more. */
const leftAfter = ([kind, what, treat, code]: Loss): Mistake => ({
  isSeen: hasTrouble(kind),
  cause: (seen) => `${what(seen)} The client treats that as "not bought", or stops at the error.`,
  remedy: `${treat}: look up its reference, or send the identical body again.`,
  code,
  raises: 'last',
})

/** What clients do wrong when it is unknown whether a card was bought. */
export const RECOVERING: Mistakes = {
  'timeout-is-not-failure': [
    { isSeen: hasCrashed, code: 'reference' },
    { isSeen: hasSought, code: 'retry' },
    ...LOSSES.map(boughtAgainAfter),
    ...LOSSES.map(leftAfter),
  ],
  'retry-identical-body': [
    {
      isSeen: (seen) => hasTrouble('rate-limited')(seen) && hasBoughtAgain(seen),
      cause: '429 is treated as "not bought", and the purchase begins again, with a new reference.',
      remedy:
        'After 429, wait as long as Retry-After says, and send the identical body again, with the same reference.',
      code: 'retry',
    },
    { code: 'retry' },
  ],
  'one-reference-per-purchase': [
    {
      isSeen: ({ analysis: { explained } }) =>
        explained.some(({ as }) => as === 'processing') && !explained.some(({ as }) => REUSED.includes(as)),
      code: 'poll-loop',
    },
    { code: 'reference' },
  ],
}
