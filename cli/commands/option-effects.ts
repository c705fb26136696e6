import type { Command } from 'commander'
import { InputError } from '../terminal/input-error.ts'

/** Which other option an option needs or excludes. Options are named by their long flags. */
export type OptionEffect = { readonly option: string } & (
  | { readonly needs: string }
  | { readonly without: string; readonly because: string }
)

/**
 * Refuses options that would have no effect, since the user expects one. Exception: a dry run, because it is added to the
 * complete command line of a later run.
 *
 * @returns a hook to call before the command's action.
 * @throws {InputError} naming the option, and what to do.
 *
 * @example
 * command.hook('preAction', refusingWithoutEffect([{ option: '--port', needs: '--listen' }]))
 */
export function refusingWithoutEffect(effects: readonly OptionEffect[]): (command: Command) => void {
  return (command) => {
    const given = new Set(
      command.options
        .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
        .map(({ long }) => long),
    )
    for (const effect of effects) {
      const { option } = effect
      if (!given.has(option)) continue
      if ('needs' in effect) {
        if (given.has(effect.needs)) continue
        throw new InputError(
          `${option}: it has no effect without ${effect.needs}. Add ${effect.needs}, or leave ${option} out.`,
        )
      }
      if (given.has(effect.without))
        throw new InputError(
          `${option}: found ${effect.without} beside it. ${effect.because} Leave one of the two out.`,
        )
    }
  }
}
