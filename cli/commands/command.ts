import { type Command, Option } from 'commander'
import { InputError, type Io } from '../io.ts'
import { fold, widthOf } from '../terminal/terminal.ts'
import { flagOf } from './arguments.ts'

/** A command: what it takes, and what runs it. */
export type CommandSpec = {
  readonly argument?: readonly [name: string, description: string]
  readonly usage?: string
  readonly options: OptionRows
  readonly required?: string
  readonly effects?: readonly OptionEffect[]
  readonly help?: string
  readonly example: string
  /** Gets the argument, if there is one, the options and the streams; returns the exit code, which is 0 by default. */
  readonly run: (...given: never[]) => unknown
}

/** Options by their names in the program, in the order of the help; and the titles of the groups that they are in. */
export type OptionRows = Readonly<Record<string, OptionRow | null>>

/**
 * The description of an option. One that takes a value says first what that is, and last how it is read, or which words it
 * may be, or what it is by default.
 */
type OptionRow =
  | string
  | readonly [value: `<${string}>`, description: string, readOrDefault?: unknown, byDefault?: unknown]

export type OptionsOf<Rows, Required extends keyof Rows = never> = {
  readonly [Name in keyof Rows as Rows[Name] extends null ? never : Name]?: ValueOf<Rows[Name]>
} & {
  readonly [Name in keyof Rows as Rows[Name] extends WithDefault ? Name : Name & Required]: ValueOf<
    Rows[Name]
  >
}

type WithDefault = readonly [unknown, unknown, string] | readonly [unknown, unknown, unknown, unknown]

type ValueOf<Row> = Row extends string
  ? boolean
  : Row extends readonly [unknown, unknown, (...given: never[]) => infer Value, ...unknown[]]
    ? Value
    : Row extends readonly [unknown, unknown, readonly (infer Word)[], ...unknown[]]
      ? Word
      : Row extends readonly [`${string}...>`, ...unknown[]]
        ? readonly string[]
        : string

/** Which other one an option needs or excludes. They are named by their flags, several with blanks between them. */
type OptionEffect = { readonly option: string } & (
  | { readonly needs: string }
  | { readonly without: string; readonly because: string }
)

/** What a command works with, and where it sets its exit code; the default is 0. */
export type CommandContext = { readonly io: Io; readonly exit: (code: number) => void }

/** Gives a command its options, its help, and what runs it. */
export function describe(command: Command, spec: CommandSpec, { io, exit }: CommandContext): void {
  const { argument, usage, options, effects = [], help, example, required } = spec
  if (argument !== undefined) command.argument(...argument)
  if (usage !== undefined) command.usage(usage)
  for (const [option, row] of Object.entries(options)) {
    if (row === null) command.optionsGroup(option)
    else command.addOption(optionOf(option, row).makeOptionMandatory(option === required))
  }
  command.helpOption('-h, --help', 'display help for command')
  if (help !== undefined) command.addHelpText('after', () => fold(help, widthOf(io.stdout)))
  command.addHelpText('after', `\nExample:\n  npx partner-purchase-kit ${example}`)
  command.action(async (...given) => {
    refuseWithoutEffect(effects, command)
    // It takes what the command declares.
    const run = spec.run as (...given: readonly unknown[]) => unknown
    const code = await run(...given.slice(0, -1), io)
    if (typeof code === 'number') exit(code)
  })
}

function optionOf(name: string, row: OptionRow): Option {
  if (typeof row === 'string') return new Option(flagOf(name), row)
  const [value, description, how, byDefault] = row
  const option = new Option(`${flagOf(name)} ${value}`, description)
  if (Array.isArray(how)) return option.choices(how).default(byDefault)
  return isReader(how) ? option.argParser(how).default(byDefault) : option.default(how)
}

function isReader(how: unknown): how is (text: string, before: unknown) => unknown {
  return typeof how === 'function'
}

/**
 * Refuses options that would have no effect, since the user expects one. Exception: a dry run, because it is added to the
 * complete command line of a later run.
 *
 * @throws {InputError} naming the option, and what to do.
 */
function refuseWithoutEffect(effects: readonly OptionEffect[], command: Command): void {
  const given = new Set(
    command.options
      .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
      .map(({ long }) => long),
  )
  for (const effect of effects)
    for (const option of effect.option.split(' ').filter((name) => given.has(name))) {
      if ('needs' in effect && !given.has(effect.needs))
        throw new InputError(
          `${option}: it has no effect without ${effect.needs}. Add ${effect.needs}, or leave ${option} out.`,
        )
      if ('without' in effect && given.has(effect.without))
        throw new InputError(
          `${option}: found ${effect.without} beside it. ${effect.because} Leave one of the two out.`,
        )
    }
}
