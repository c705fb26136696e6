import { computed, effect } from '@preact/signals'
import { ask, command } from './mock.ts'
import { calls } from './state/calls.ts'
import { type Judgement, type KeyFacts, key, keys, marks, readJudgement, readOrders } from './state/keys.ts'
import type { KeyOrders } from './state/orders.ts'
import { say, tab } from './state/view.ts'

/** Calls come in groups: this long after the first one, the page reads once for all of them. */
const AFTER_A_CALL_MS = 150
/** The clock of a key runs without calls, too. */
const TICK_MS = 1000

/** Reads what the tabs show again after each call, each choice of the reader, and each second. */
export function keepFresh(): void {
  const digest = computed(() => key.value?.digest)
  effect(() => {
    const changes = [calls.value, digest.value, marks.value, tab.value]
    if (changes.length > 0) void refresh()
  })
  setInterval(() => {
    if (!document.hidden && ['orders', 'control'].includes(tab.value)) void refresh()
  }, TICK_MS)
}

/** Sends a command about a key, shows that it is done, and reads what it changed. */
export async function commandKey(path: string, body: object, done: string): Promise<void> {
  if ((await command('POST', path, body)) !== undefined) say(done)
  await refresh()
}

export const refresh = coalesced(async () => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_A_CALL_MS))
  keys.value = (await ask<{ keys: readonly KeyFacts[] }>('keys'))?.keys ?? keys.value
  const { value: of } = key
  if (of === undefined) return
  const mark = marks.value[of.partner]
  const from = mark === undefined ? '' : `&from=${mark}`
  const [judged, found] = await Promise.all([
    ask<Judgement>(`judgement?key=${of.digest}${from}`),
    tab.value === 'orders' ? ask<KeyOrders>(`orders?key=${of.digest}`) : undefined,
  ])
  // An equal judgement must not draw the tab again.
  const isNew = JSON.stringify(judged) !== JSON.stringify(readJudgement.value)
  if (judged !== undefined && isNew) readJudgement.value = judged
  readOrders.value = found ?? readOrders.value
})

/** Never runs twice at the same time: any number of calls during a run cause one more. */
function coalesced(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isWanted = false
  const run = async () => {
    while (isWanted) {
      isWanted = false
      await task()
    }
    running = undefined
  }
  return () => {
    isWanted = true
    running ??= run()
    return running
  }
}
