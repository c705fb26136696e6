import { duration, nameText } from '../arguments.ts'
import type { CommandSpec, OptionsOf } from '../command.ts'

const DECIDES = `
With an option that decides, the answer is one line, "Issue the key: …", and the exit code 0 or 1.`

export const judgeCommand = {
  description: 'judge again, from only the recording of a run of certify',
  argument: ['<recording>', 'the folder of `certify --report`, or the journal.jsonl in it'],
  options: {
    challenge: ['<text>', 'decide: it has to be made for this challenge', nameText],
    maxAge: ['<time>', 'decide: it may be this old, such as 12h or 7d', duration],
    profile: ['<file>', 'decide: its profile has to have these answers'],
    commit: ['<sha>', 'decide: its client has to be of this commit, without other changes'],
    issuer: ['<name>', 'decide: it is your own run, made with certify --listen --issuer', nameText],
    report: ['<folder>', 'write the report there'],
    strict: 'fail the run also for clauses of level should, or for an assumed answer that differs',
    json: 'print the report as JSON on standard output, and the rest on standard error',
  },
  help: DECIDES,
  example: 'judge report/journal.jsonl --report again',
} as const satisfies CommandSpec

/** The same, in the program: an age is in milliseconds. */
export type JudgeCommandOptions = OptionsOf<typeof judgeCommand.options>
