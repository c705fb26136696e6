import type { Session } from '../run/session.ts'
import type { Flow, Followed } from './flow.ts'
import { FollowedOrder } from './followed-order.ts'

/**
 * Polls orders until each is settled or can't be polled. Polls that are due at the same time are sent side by side; a
 * purchase is sent alone, so that its cost can be read from the balance.
 *
 * @param repeatAllowed reserves an identical body in the budget; false if the budget does not cover it.
 */
export async function followAll(
  session: Session,
  followed: readonly Followed[],
  repeatAllowed: () => boolean,
): Promise<readonly Flow[]> {
  const orders = followed.map((one) => new FollowedOrder(session, one))
  for (let open = orders; open.length > 0; open = open.filter(({ dueMs }) => dueMs !== null)) {
    const { pace } = session
    const nextMs = Math.min(...open.map(({ dueMs }) => dueMs ?? 0))
    const waitMs = nextMs - pace.now()
    if (waitMs > 0) {
      const which = open.length === 1 ? '1 order is' : `${open.length} orders are`
      session.say(`${which} followed, next poll in ${Number((waitMs / 1000).toFixed(1))} s`)
      await pace.sleep(waitMs)
    }
    const due = open.filter(({ dueMs }) => (dueMs ?? 0) <= pace.now())
    await Promise.all(due.filter(({ wantsRepeat }) => !wantsRepeat).map((order) => order.poll()))
    for (const order of due.filter(({ wantsRepeat }) => wantsRepeat)) await order.repeat(repeatAllowed)
  }
  return orders.map(({ flow }) => flow)
}
