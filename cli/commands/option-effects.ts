import type { Command } from 'commander'
import { InputError } from '../io.ts'

/** Which others an option needs or excludes. Options are named by their long flags, several with blanks between them. */
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
      for (const option of effect.option.split(' ').filter((name) => given.has(name))) {
        if ('needs' in effect) {
          const missing = effect.needs.split(' ').find((name) => !given.has(name))
          if (missing === undefined) continue
          throw new InputError(
            `${option}: it has no effect without ${missing}. Add ${missing}, or leave ${option} out.`,
          )
        }
        const beside = effect.without.split(' ').find((name) => given.has(name))
        if (beside !== undefined)
          throw new InputError(
            `${option}: found ${beside} beside it. ${effect.because} Leave one of the two out.`,
          )
      }
    }
  }
}
