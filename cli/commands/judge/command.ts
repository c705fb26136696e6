import type { Command } from 'commander'
import type { CommandContext } from '../../io.ts'
import { fold, widthOf } from '../../terminal/terminal.ts'
import { duration, nameText } from '../arguments.ts'

const DECIDES = `
With an option that decides, the answer is one line, "Issue the key: …", and the exit code 0 or 1.`

/** What `partner-purchase judge` takes. */
export function judgeCommand(root: Command, { io, exit }: CommandContext): void {
  root
    .command('judge')
    .description('judge again, from only the recording of a run of certify or verify')
    .argument(
      '<recording>',
      'the folder of `certify --report` or `verify --report`, the journal.jsonl or history.jsonl in it, or recorded traffic: a HAR',
    )
    .option('--challenge <text>', 'decide: it has to be made for this challenge', nameText)
    .option('--max-age <time>', 'decide: it may be this old, such as 12h or 7d', duration)
    .option(
      '--profile <file>',
      'decide: its profile has to have these answers; of a HAR: the profile of its service',
    )
    .option('--commit <sha>', 'decide: its client has to be of this commit, without other changes')
    .option('--require-seed', 'decide: its cards must not have the names of their scenarios')
    .option('--issuer <name>', 'decide: it is your own run, made with certify --listen --issuer', nameText)
    .option('--attested <file>', 'decide: the statement over it, whose signature you have verified')
    .option('--statement <file>', 'write the result there as an unsigned in-toto statement')
    .option('--har <file>', 'write what a client and its service sent there, as an HTTP Archive')
    .option('--report <folder>', 'write the report there')
    .option(
      '--strict',
      'fail the run also for clauses of level should, or for an assumed answer that differs',
    )
    .option('--json', 'print the report as JSON on standard output, and the rest on standard error')
    .addHelpText('after', () => fold(DECIDES, widthOf(io.stdout)))
    .action(async (recording, options) => {
      exit((await import('./run.ts')).judge(recording, options, io))
    })
}
