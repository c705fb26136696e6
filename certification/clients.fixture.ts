import type { Client, Program, Seen } from './client-journal.fixture.ts'

/** What a client decides where the reference binds it. Every broken client is wrong in one of these. */
export type Conduct = {
  readonly prepare: (client: Client) => void
  readonly reference: (purchase: number, attempt: number) => string
  readonly body: (order: { partnerReference: string; sku: string }, attempt: number) => unknown
  readonly sku: (sku: string, attempt: number) => string
  // biome-ignore lint/suspicious/noExplicitAny: some clients read what is not there.
  readonly readPurchase: (data: any) => Summary | undefined
  // biome-ignore lint/suspicious/noExplicitAny: some clients read what is not there.
  readonly readLookup: (data: any) => Summary | undefined
  /** What follows a purchase without an answer, a lookup that found none, and a call too many. */
  readonly afterLoss: Next
  readonly afterServerError: Next
  readonly afterNotFound: Next
  readonly afterRateLimit: Next
  readonly attempts: number
  readonly isOpen: (status: string | undefined) => boolean
  readonly isSuccess: (status: string | undefined) => boolean
  readonly pollBy: 'lookup' | 'resend'
  /** Seconds. */
  readonly pause: (latest: Summary, first: Summary, polls: number) => number
  readonly pauseAfterMiss: (latest: Summary) => number
  readonly mostPolls: number
  readonly afterMiss: 'go on' | 'resend' | 'buy anew' | 'fail'
  readonly patience: number
  readonly headers: Readonly<Record<string, string>>
  readonly afterSettled: (client: Client, reference: string) => void
}

type Summary = { readonly status?: string; readonly pollAfterSeconds?: number }
type Next = 'look up' | 'resend' | 'buy anew' | 'fail' | 'succeed'

/** Does all that the reference asks for: looks up what it does not know. */
export const CORRECT: Conduct = {
  prepare: (client) => client.prepare(),
  reference: (purchase) => `SHOP:${purchase}`,
  body: (order) => order,
  sku: (sku) => sku,
  readPurchase: (data) => data?.order?.order,
  readLookup: (data) => data?.order,
  afterLoss: 'look up',
  afterServerError: 'look up',
  afterNotFound: 'resend',
  afterRateLimit: 'resend',
  attempts: 6,
  isOpen: (status) => status === 'PROCESSING',
  isSuccess: (status) => status === 'COMPLETED',
  pollBy: 'lookup',
  pause: ({ pollAfterSeconds = 1 }) => pollAfterSeconds + 0.02,
  pauseAfterMiss: ({ pollAfterSeconds = 1 }) => pollAfterSeconds,
  mostPolls: Number.POSITIVE_INFINITY,
  afterMiss: 'go on',
  patience: 5,
  headers: {},
  afterSettled: () => undefined,
}

/** The program of a conduct. */
export function clientOf(conduct: Partial<Conduct>): Program {
  const whole = { ...CORRECT, ...conduct }
  return (client) => {
    whole.prepare(client)
    if (client.scenario.price > client.service.openingBalance) return 1
    for (let purchase = 1; purchase <= client.purchases; purchase += 1) {
      if (!whole.isSuccess(buy(client, whole, purchase, 1))) return 1
    }
    return 0
  }
}

function buy(client: Client, conduct: Conduct, purchase: number, from: number): string | undefined {
  let renewal = from > 1 ? from : 0
  for (let attempt = from; attempt < from + conduct.attempts; attempt += 1) {
    const label = conduct.reference(purchase, attempt)
    const reference = renewal > 0 ? `${label}-${renewal}` : label
    const body = conduct.body({ partnerReference: reference, sku: conduct.sku(client.sku, attempt) }, attempt)
    const send = () => client.buy(reference, { body, patience: conduct.patience, headers: conduct.headers })
    const seen = send()
    const summary = seen.status === 200 ? conduct.readPurchase(seen.data) : undefined
    if (summary?.status !== undefined)
      return follow(client, conduct, { purchase, reference, send, first: summary })
    let next = nextAfter(seen, conduct)
    if (next === 'fail' || next === 'succeed') return next === 'succeed' ? 'COMPLETED' : undefined
    client.wait(seen.status === 429 ? 2 : 0.2)
    if (next === 'look up') {
      const found = client.lookUp(reference, { headers: conduct.headers })
      const known = found.status === 200 ? conduct.readLookup(found.data) : undefined
      if (known?.status !== undefined)
        return follow(client, conduct, { purchase, reference, send, first: known })
      next = conduct.afterNotFound
    }
    if (next === 'fail') return undefined
    if (next === 'buy anew') renewal = attempt
  }
  return undefined
}

function nextAfter({ status }: Seen, conduct: Conduct): Next {
  if (status === 429) return conduct.afterRateLimit
  if (status >= 500) return conduct.afterServerError
  return status >= 400 ? 'fail' : conduct.afterLoss
}

type Followed = {
  readonly purchase: number
  readonly reference: string
  readonly send: () => Seen
  readonly first: Summary
}

function follow(
  client: Client,
  conduct: Conduct,
  { purchase, reference, send, first }: Followed,
): string | undefined {
  let latest = first
  let misses = 0
  for (let polls = 0; conduct.isOpen(latest.status); polls += 1) {
    if (polls >= conduct.mostPolls) return latest.status
    client.wait(misses > 0 ? conduct.pauseAfterMiss(latest) : conduct.pause(latest, first, polls))
    const isResend = conduct.pollBy === 'resend' || (misses > 0 && conduct.afterMiss === 'resend')
    const seen = isResend ? send() : client.lookUp(reference, { headers: conduct.headers })
    if (seen.status === 401) return undefined
    const read = isResend ? conduct.readPurchase : conduct.readLookup
    const found = seen.status === 200 ? read(seen.data) : undefined
    misses = seen.status === 200 ? 0 : misses + 1
    if (seen.status === 200) latest = { pollAfterSeconds: latest.pollAfterSeconds ?? 1, ...found }
    else if (conduct.afterMiss === 'fail') return undefined
    else if (conduct.afterMiss === 'buy anew') return buy(client, conduct, purchase, 10)
  }
  conduct.afterSettled(client, reference)
  return latest.status
}
