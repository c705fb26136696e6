import type { Client, Program, Seen } from './client-journal.fixture.ts'

/** The decisions of a client in the tests of rules. */
export type Behaviour = {
  readonly prepare: (client: Client) => void
  readonly reference: (purchase: number) => string
  // biome-ignore lint/suspicious/noExplicitAny: some clients read what is not there.
  readonly readPurchase: (data: any) => Summary | undefined
  // biome-ignore lint/suspicious/noExplicitAny: some clients read what is not there.
  readonly readLookup: (data: any) => Summary | undefined
  /** What the client does after a purchase without an answer, and after a 5xx. */
  readonly afterLoss: Next
  readonly afterServerError: Next
  readonly isOpen: (status: string | undefined) => boolean
  readonly isSuccess: (status: string | undefined) => boolean
  readonly pollBy: 'lookup' | 'resend'
  /** Seconds. */
  readonly pause: (latest: Summary, first: Summary, polls: number) => number
  readonly mostPolls: number
  /** What the client does after a poll without a summary. */
  readonly afterMiss: 'go on' | 'fail'
  readonly afterSettled: (client: Client, reference: string) => void
}

type Summary = { readonly status?: string; readonly pollAfterSeconds?: number }
type Next = 'look up' | 'resend' | 'buy again' | 'fail'

const MOST_SENDINGS = 6

/** A correct client, which looks up every unknown outcome. */
const CORRECT: Behaviour = {
  prepare: (client) => client.prepare(),
  reference: (purchase) => `SHOP:${purchase}`,
  readPurchase: (data) => data?.order?.order,
  readLookup: (data) => data?.order,
  afterLoss: 'look up',
  afterServerError: 'look up',
  isOpen: (status) => status === 'PROCESSING',
  isSuccess: (status) => status === 'COMPLETED',
  pollBy: 'lookup',
  pause: ({ pollAfterSeconds = 1 }) => pollAfterSeconds + 0.02,
  mostPolls: Number.POSITIVE_INFINITY,
  afterMiss: 'go on',
  afterSettled: () => undefined,
}

/** A client with this behaviour, and correct in everything else. */
export function clientOf(behaviour: Partial<Behaviour>): Program {
  const whole = { ...CORRECT, ...behaviour }
  return (client) => {
    whole.prepare(client)
    if (client.scenario.price > client.openingBalance) return 1
    for (let purchase = 1; purchase <= client.purchases; purchase += 1) {
      if (!whole.isSuccess(buy(client, whole, purchase))) return 1
    }
    return 0
  }
}

function buy(client: Client, behaviour: Behaviour, purchase: number): string | undefined {
  const label = behaviour.reference(purchase)
  let reference = label
  for (let sending = 1; sending <= MOST_SENDINGS; sending += 1) {
    const seen = client.buy(reference)
    const summary = seen.status === 200 ? behaviour.readPurchase(seen.data) : undefined
    if (summary?.status !== undefined) return follow(client, behaviour, reference, summary)
    const next = nextAfter(seen, behaviour)
    if (next === 'fail') return undefined
    client.wait(seen.status === 429 ? 2 : 0.2)
    if (next === 'look up') {
      const found = client.lookUp(reference)
      const known = found.status === 200 ? behaviour.readLookup(found.data) : undefined
      if (known?.status !== undefined) return follow(client, behaviour, reference, known)
    }
    if (next === 'buy again') reference = `${label}-${sending}`
  }
  return undefined
}

function nextAfter({ status }: Seen, behaviour: Behaviour): Next {
  if (status === 429) return 'resend'
  if (status >= 500) return behaviour.afterServerError
  return status >= 400 ? 'fail' : behaviour.afterLoss
}

function follow(client: Client, behaviour: Behaviour, reference: string, first: Summary): string | undefined {
  let latest = first
  for (let polls = 0; behaviour.isOpen(latest.status); polls += 1) {
    if (polls >= behaviour.mostPolls) return latest.status
    client.wait(behaviour.pause(latest, first, polls))
    const isResend = behaviour.pollBy === 'resend'
    const seen = isResend ? client.buy(reference) : client.lookUp(reference)
    if (seen.status === 401) return undefined
    const found =
      seen.status === 200 ? (isResend ? behaviour.readPurchase : behaviour.readLookup)(seen.data) : {}
    if (seen.status === 200) latest = { pollAfterSeconds: latest.pollAfterSeconds ?? 1, ...found }
    else if (behaviour.afterMiss === 'fail') return undefined
  }
  behaviour.afterSettled(client, reference)
  return latest.status
}
