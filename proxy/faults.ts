import * as z from 'zod'
import { type Fault, faultSchema } from '../contract/wire/fault.ts'
import { ORDERED_FAULTS, type OrderedFault } from '../contract/wire/ordered-fault.ts'

/** A fault that strikes a request, and the name that it was ordered by, if it was. */
export type Strike = Pick<Fault, 'at' | 'does'> & { readonly ordered?: OrderedFault }

/** Faults of the requests about one card, or of one client key. */
export type Script = readonly Fault[]

export function strikeOf(ordered: OrderedFault): Strike {
  const { at, does } = ORDERED_FAULTS[ordered]
  return { at, does, ordered }
}

export function reachesTarget(strike: Strike | undefined): boolean {
  return strike?.at !== 'before-recording' || strike.does.kind === 'stall'
}

/** A proxy that can't be opened as it was asked for: names what was found, and what to do. */
export class ProxySetupError extends Error {
  override readonly name = 'ProxySetupError'
}

const OF_A_MOCK = ['course', 'laterCourse', 'price', 'extraFields', 'revokesKey', 'restarts']

const scripted = z.object({
  sku: z.string().min(1).max(64),
  name: z.string().optional(),
  faults: z.array(faultSchema).min(1),
})

/**
 * The faults of a scenario file, by the SKU of a real card.
 *
 * @param json an array of `{ "sku", "faults" }`.
 * @throws {ProxySetupError} also for what a real service decides itself: its course, price, settlement and revocation.
 */
export function parseScripts(json: unknown, source: string): ReadonlyMap<string, Script> {
  if (!Array.isArray(json)) throw new ProxySetupError(`${source}: expected an array of {"sku", "faults"}.`)
  const scripts = json.map((entry, index) => {
    const name = OF_A_MOCK.find((member) => Object.hasOwn(Object(entry), member))
    if (name !== undefined)
      throw new ProxySetupError(
        `${source}: found ${name} in entry ${index + 1}. A real service decides that itself: a proxy can only lose, delay and refuse. Leave it out.`,
      )
    const read = scripted.safeParse(entry)
    const issue = read.error?.issues[0]
    if (!read.success)
      throw new ProxySetupError(
        `${source}: entry ${index + 1} at ${issue?.path.join('.')}: expected ${issue?.message}.`,
      )
    if (read.data.faults.some(({ does }) => does.kind === 'refuse' && does.cause === 'withdrawn-sku'))
      throw new ProxySetupError(
        `${source}: found the cause withdrawn-sku in entry ${index + 1}, which a real catalogue decides.`,
      )
    return [read.data.sku, read.data.faults] as const
  })
  return new Map(scripts)
}
