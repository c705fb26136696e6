import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../contract/wire/exchange.ts'
import { refusalCodeOf } from '../contract/wire/exchange-facts.ts'
import type { JournalListener } from '../mock-server/journal/journal.ts'
import type { Script } from './faults.ts'
import { digestOf, partnerOf } from './journal.ts'
import type { OpenedProxy } from './serve.ts'

const LONGEST_PAUSE_MS = 30_000

/** Refusals after which what happened says nothing of the client. */
const SAYS_NOTHING: Readonly<Record<string, string>> = {
  'no-purchases-left': 'No purchases were left: raise --max-purchases.',
  'reference-of-another-key':
    'Its reference was used in another scenario: at a real service, each purchase needs a reference of its own.',
  'recording-ended': 'The proxy could record no more, and passed nothing on.',
  'not-in-test-mode': 'The service left its TEST mode.',
}

/** How many clients of a proxy are open: what comes without a key belongs to the only one. */
const open = new WeakMap<OpenedProxy, number>()

/**
 * Opens a way for one client through a proxy, when the service has no more to ask for a pause: with a key of its own, its
 * faults, and what it does, numbered from 0.
 */
export async function openClient(proxy: OpenedProxy, script: Script) {
  const key = `pk_test_${randomBytes(24).toString('hex')}`
  const partner = partnerOf(digestOf(key))
  const { journal } = proxy
  await pause(pauseAsked(journal.exchanges().at(-1)))
  const knownBefore = proxy.script(key, script)
  open.set(proxy, (open.get(proxy) ?? 0) + 1)
  const numbers = new Map<number, number>()
  const refused = new Set<string>()
  let hasTurn = true
  const isOwn = (exchange: Exchange) =>
    exchange.partner === partner || (exchange.partner === null && hasTurn && open.get(proxy) === 1)
  const endTurn = () => {
    if (hasTurn) open.set(proxy, (open.get(proxy) ?? 1) - 1)
    hasTurn = false
  }
  return {
    /** What comes without a key from now on is not of this client. */
    endTurn,
    ...{ url: proxy.url, key, elapsedMs: () => journal.elapsedMs() },
    /** The balance is that of the real key: nobody knows whose purchases it shows. */
    openingBalance: null,
    /** It is listened to before it starts: what is heard tells, too, whether its run says anything. */
    listen: (listener: JournalListener) =>
      journal.listen((exchange, isComplete) => {
        if (!isOwn(exchange)) return
        if (!numbers.has(exchange.seq)) numbers.set(exchange.seq, numbers.size)
        const code = refusalCodeOf(exchange)
        if (code !== undefined) refused.add(code)
        listener({ ...exchange, seq: numbers.get(exchange.seq) ?? 0 }, isComplete)
      }),
    /** Why what happened says nothing of the client; null where it does. */
    whyIncomplete() {
      const [known] = knownBefore
      if (known !== undefined)
        return `The service knew the reference ${JSON.stringify(known)} before: it is no new purchase there. Let the client use references that no run has used.`
      const code = Object.keys(SAYS_NOTHING).find((one) => refused.has(one))
      return SAYS_NOTHING[code ?? ''] ?? null
    },
    close: async () => endTurn(),
  }
}

/** The pause that the service asked for at last (RFC 9110, section 10.2.3), in milliseconds. */
function pauseAsked(last: Exchange | undefined): number {
  const { status = 0, headers = {} } = last?.upstream?.response ?? {}
  const seconds = headers['retry-after'] ?? ''
  return status >= 400 && /^\d{1,4}$/.test(seconds) ? Math.min(Number(seconds) * 1000, LONGEST_PAUSE_MS) : 0
}
