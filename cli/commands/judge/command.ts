import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'

/** What `partner-purchase judge` takes. */
export function judgeCommand(root: Command, { io, exit }: CommandContext): void {
  root
    .command('judge')
    .description('judge again, from only the recording of a run of certify or verify')
    .argument(
      '<recording>',
      'the journal.jsonl of `certify --report`, or the history.jsonl of `verify --report`',
    )
    .option('--report <folder>', 'write the report there')
    .option(
      '--strict',
      'fail the run also for clauses of level should, or for an assumed answer that differs',
    )
    .option('--json', 'print the report as JSON on standard output, and the rest on standard error')
    .action(async (recording, options) => {
      exit((await import('./run.ts')).judge(recording, options, io))
    })
}
