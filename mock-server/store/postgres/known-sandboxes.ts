import { keyDigests } from '../key-digest.ts'
import { digestInName } from '../sandbox-name.ts'

/** How many sandboxes are remembered by the name that the database has for them. */
const MOST_SANDBOXES = 100_000

/** The names of sandboxes in the database, both ways, as far as this process has used them. */
export type KnownSandboxes = {
  nameOf(sandbox: string): Buffer
  /** The sandbox of a name in hexadecimal digits, as a notification has it. */
  sandboxOf(name: string): string | undefined
  all(): readonly string[]
}

/** Remembers the sandboxes that it was asked about, the latest of them. */
export function knownSandboxes(): KnownSandboxes {
  const digest = keyDigests()
  const byName = new Map<string, string>()
  return {
    nameOf(sandbox) {
      const name = digest(sandbox)
      const hex = name.toString('hex')
      if (digestInName(sandbox) === undefined && !byName.has(hex)) {
        byName.set(hex, sandbox)
        const [oldest] = byName.keys()
        if (byName.size > MOST_SANDBOXES && oldest !== undefined) byName.delete(oldest)
      }
      return name
    },
    sandboxOf: (name) => byName.get(name),
    all: () => [...byName.values()],
  }
}
