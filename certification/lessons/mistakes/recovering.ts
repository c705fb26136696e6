import { firstTrouble, hasTrouble, type Mistake, type Seen, statusIn } from './mistake.ts'

const hasBoughtAgain = ({ analysis }: Seen) => analysis.surplus.length > 0
const hasCrashed = ({ analysis }: Seen) => analysis.trial.crash !== undefined

/** Whether the order was asked for after its answer was lost, before it was bought again. */
const hasSought = (seen: Seen) =>
  hasBoughtAgain(seen) &&
  seen.analysis.lookups.some(({ exchange }) => {
    const lost = firstTrouble(seen)?.exchange.seq ?? Number.POSITIVE_INFINITY
    return exchange.seq > lost && exchange.seq < Math.max(...seen.finding.breaks)
  })

const AGAIN = 'look up its reference, or send the identical body again.'

/** What to do beside recognising that the outcome is unknown. */
const withOldReference = (remedy: string) => (seen: Seen) =>
  hasBoughtAgain(seen)
    ? `${remedy} Make the reference once, before the first attempt: never a new one.`
    : remedy

const TIMEOUT = ['timeout-is-not-failure'] as const

/** What clients do wrong when it is unknown whether a card was bought. */
export const RECOVERING: readonly Mistake[] = [
  { clauses: TIMEOUT, isSeen: hasCrashed, code: 'reference' },
  { clauses: TIMEOUT, isSeen: hasSought, code: 'retry' },
  {
    clauses: TIMEOUT,
    isSeen: hasTrouble('cut'),
    cause:
      'The answer ended in the middle of its body. The client takes the part for the whole, or its error for "not bought".',
    remedy: withOldReference(
      `Read until the last chunk; a body that ends early is an error. It does not say whether the card was bought: ${AGAIN}`,
    ),
    code: 'whole-body',
    mayRaise: true,
  },
  {
    clauses: TIMEOUT,
    isSeen: hasTrouble('server-error'),
    cause: (seen) => `An answer with ${statusIn(seen)} is treated as "not bought". The card may be bought.`,
    remedy: withOldReference(`Treat each status from 500 on like an answer that never came: ${AGAIN}`),
    code: 'retry',
    mayRaise: true,
  },
  {
    clauses: TIMEOUT,
    isSeen: hasTrouble('late'),
    cause: 'The timeout of the HTTP library ends the call, and that is treated as "not bought".',
    remedy: withOldReference(`After a timeout the card may be bought: ${AGAIN}`),
    code: 'retry',
    mayRaise: true,
  },
  {
    clauses: TIMEOUT,
    isSeen: hasTrouble('lost'),
    cause:
      'The connection ended before an answer came. That error is treated as "not bought", or is not caught.',
    remedy: withOldReference(`Catch the error of the connection. The card may be bought: ${AGAIN}`),
    code: 'retry',
    mayRaise: true,
  },
  {
    clauses: ['retry-identical-body'],
    isSeen: (seen) => hasTrouble('rate-limited')(seen) && hasBoughtAgain(seen),
    cause: '429 is treated as "not bought", and the purchase begins again, with a new reference.',
    remedy:
      'After 429, wait as long as Retry-After says, and send the identical body again, with the same reference.',
    code: 'retry',
    mayRaise: true,
  },
  { clauses: ['retry-identical-body'], isSeen: () => true, code: 'retry' },
  {
    clauses: ['one-reference-per-purchase'],
    isSeen: ({ analysis }) =>
      analysis.reuses.length === 0 && analysis.surplus.some(({ standing }) => standing === 'processing'),
    code: 'poll-loop',
    mayRaise: true,
  },
  { clauses: ['one-reference-per-purchase'], isSeen: () => true, code: 'reference' },
]
