import type { Io } from '../io.ts'

/** What a command works with, and what it hands its exit code to; without one, that is 0. */
export type CommandContext = { readonly io: Io; readonly exit: (code: number) => void }
