import type { Io } from '../io.ts'

/** What a command works with, and where it sets its exit code; the default is 0. */
export type CommandContext = { readonly io: Io; readonly exit: (code: number) => void }
