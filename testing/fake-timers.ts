import type { SandboxTime } from '../mock-server/store/sandbox-clock.ts'

const REMEDY =
  'Timers of this test are fake, and the mock does not follow them: advance partner.clock instead, as in "await partner.clock.advance(2)", and let your client sleep by partner.clock, or leave setTimeout out of the fake timers.'

/** The time of the fake timers of Vitest and Jest, in milliseconds; null while `setTimeout` is the platform's. */
function fakeNow(): number | null {
  const { clock } = globalThis.setTimeout as unknown as { readonly clock?: { readonly now: number } }
  return clock?.now ?? null
}

/** Says in the reason of a signal that fake timers ended the call. */
export function explainAbort(signal: AbortSignal): void {
  const explain = () => {
    const { reason } = signal
    if (fakeNow() !== null && reason instanceof Error && !reason.message.endsWith(REMEDY))
      reason.message += ` ${REMEDY}`
  }
  signal.addEventListener('abort', explain, { once: true })
}

/**
 * Refuses a poll that can't see anything new: time has passed for the fake timers since an order was PROCESSING, and
 * none for the mock.
 *
 * @returns what to call with each answer, before the next call.
 */
export function watchTimers(timeOf: () => SandboxTime) {
  let processing: { readonly fake: number; readonly mock: number } | null = null
  return {
    /** @throws {Error} which names `partner.clock`. */
    beforeCall(): void {
      const fake = fakeNow()
      if (processing === null || fake === null) return
      if (fake > processing.fake && timeOf().now === processing.mock) throw new Error(REMEDY)
    },
    afterAnswer(isProcessing: boolean): void {
      const fake = fakeNow()
      processing = isProcessing && fake !== null ? { fake, mock: timeOf().now } : null
    },
  }
}
