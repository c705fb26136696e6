import { duration, nameText } from '../arguments.ts'
import type { CommandSpec, OptionsOf } from '../command.ts'

const JUDGE_HELP = `
Its last line says whether a key may be issued: "Issue the key: yes, if you trust who made this recording", or "Issue the key: no, because …".

Exit codes:
  0  yes
  1  no: a clause of level must is broken, or the recording is not what was asked for
  2  refused: usage, or a recording that was changed
  4  no: a scenario or a clause of level must was not observed
  5  an error of the kit itself`

export const judgeCommand = {
  description: 'judge a client again, from only the recording of certify, and say whether it gets a key',
  argument: ['<recording>', 'the journal.jsonl of certify, or its folder'],
  options: {
    challenge: ['<text>', 'it has to be made for this challenge', nameText],
    maxAge: ['<time>', 'it may be this old, such as 12h or 7d', duration],
    profile: ['<file>', 'its profile has to have these answers'],
    report: ['<folder>', 'write the report there'],
    json: 'print the report as JSON on standard output, and the rest on standard error',
  },
  help: JUDGE_HELP,
  example: 'judge journal.jsonl --challenge 9f4c2d1a7b3e5f60 --max-age 7d',
} as const satisfies CommandSpec

/** The same, in the program: an age is in milliseconds. */
export type JudgeCommandOptions = OptionsOf<typeof judgeCommand.options>
