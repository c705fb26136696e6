import type { Scenario } from '../../contract/scenario/scenario.ts'
import { redact } from '../../contract/text/redact.ts'
import { shellCommand } from '../../contract/text/shell-command.ts'

/** How a client was run, so that a scenario can be run again. */
export type ClientToRepeat = {
  /** Null for a service that is started elsewhere. */
  readonly command: readonly string[] | null
  /** The words that start such a run, up to its scenarios; the kit by its name where they are left out. */
  readonly rerun?: readonly string[] | undefined
  /** The seed of the names of the cards, if there is one. */
  readonly seed?: number | undefined
  /** The table. Default: none of its scenarios kills the client. */
  readonly scenarios?: readonly Pick<Scenario, 'restarts'>[]
}

const CERTIFY = ['partner-purchase', 'certify']

/**
 * The command that runs one scenario alone, or all where it is null, quoted for a POSIX shell and without any key.
 *
 * @example
 * commandLine({ sku: 'SCENARIO-CUT' }, { command: ['node', 'my client.js'] })
 * // "partner-purchase certify --only SCENARIO-CUT -- node 'my client.js'"
 */
export function commandLine(
  scenario: Pick<Scenario, 'sku' | 'restarts'> | null,
  { command, rerun, seed, scenarios = [] }: ClientToRepeat,
): string {
  const isKilled = (scenario === null ? scenarios : [scenario]).some(({ restarts }) => restarts !== undefined)
  const words = [
    ...(rerun ?? (command === null ? [...CERTIFY, '--listen'] : CERTIFY)),
    ...(isKilled ? ['--restart'] : []),
    ...(seed === undefined ? [] : ['--seed', String(seed)]),
    ...(scenario === null ? [] : ['--only', scenario.sku]),
    ...(command === null ? [] : ['--', ...command]),
  ]
  return redact(shellCommand(words))
}
