type Waiting<Item, Answer> = {
  readonly item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

export type GatheringOptions = {
  readonly lanes: number
  readonly most: number
  /** When the first of some calls may start; at once by default. */
  readonly start?: (leave: () => void) => void
}

/** The calls of one turn of the event loop together: for what is carried out synchronously. */
export const IN_ONE_TURN: GatheringOptions = {
  lanes: 1,
  most: Number.POSITIVE_INFINITY,
  start: (leave) => void setImmediate(leave),
}

/**
 * Carries out many calls with few round trips. A call starts at once while a lane is free; calls that arrive while all are
 * busy wait, and start together. So no call waits for others, and batches become larger under load.
 *
 * `carryOut` answers each item of a batch, in order; if it rejects, all of them do.
 */
export function gathered<Item, Answer>(
  carryOut: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { lanes, most, start = (leave) => leave() }: GatheringOptions,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let busy = 0
  const leave = (): void => {
    if (busy >= lanes || waiting.length === 0) return
    busy += 1
    const batch = waiting.splice(0, most)
    const arrive = (settle: () => void) => {
      busy -= 1
      // First, so that the lane is not idle while the answers are made use of.
      leave()
      settle()
    }
    carryOut(batch.map(({ item }) => item)).then(
      // There are as many answers as items.
      (answers) =>
        arrive(() => batch.forEach(({ resolve }, place) => void resolve(answers[place] as Answer))),
      (error) => arrive(() => batch.forEach(({ reject }) => void reject(error))),
    )
  }
  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ item, resolve, reject }) === 1) start(leave)
    })
}
