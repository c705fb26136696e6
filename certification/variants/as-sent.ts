import type { Exchange } from '../../contract/wire/exchange.ts'
import type { Trial } from '../trial.ts'
import type { Variant } from './variant.ts'

/** A trial with its answers as they were sent: the recording holds them as they were before the variant changed them. */
export function asSent(trial: Trial, { answers }: Variant): Trial {
  if (answers === undefined) return trial
  const sent = ({ operation, response }: Exchange): Exchange['response'] => {
    if (response === null) return null
    const { status, headers, body, answeredMs } = response
    const wire = answers({ operation, status, headers: Object.entries(headers), body, isChunked: false })
    return { status: wire.status, headers: Object.fromEntries(wire.headers), body: wire.body, answeredMs }
  }
  return { ...trial, exchanges: trial.exchanges.map((one) => ({ ...one, response: sent(one) })) }
}
