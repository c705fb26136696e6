/** What a run says while it is under way, from the worker that it runs in to whoever started it. */
export type Announcements = { say(text: string): void; close(): void }

const CHANNEL = 'partner-purchase-kit'

/** The worker's side. */
export function announce(runId: string): Announcements {
  const channel = new BroadcastChannel(`${CHANNEL}/${runId}`)
  // Waiting for an announcement keeps nobody alive.
  ;(channel as unknown as { unref?(): void }).unref?.()
  return { say: (text) => channel.postMessage(text), close: () => channel.close() }
}

/** The side of whoever started the run. */
export function hear(runId: string, onSaid: (text: string) => void): Pick<Announcements, 'close'> {
  const channel = new BroadcastChannel(`${CHANNEL}/${runId}`)
  channel.onmessage = (event: MessageEvent<unknown>) => onSaid(String(event.data))
  return { close: () => channel.close() }
}
