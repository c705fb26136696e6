import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'

/** What `partner-purchase judge` takes. */
export function judgeCommand(root: Command, { io, exit }: CommandContext): void {
  root
    .command('judge')
    .description('judge again, from only the recording of a certification')
    .argument('<journal>', 'the journal.jsonl that `certify --report` wrote')
    .option('--report <folder>', 'write the report there')
    .option('--strict', 'fail the run also for clauses of level should')
    .option('--json', 'print the report as JSON on standard output, and the rest on standard error')
    .action(async (journal, options) => {
      exit((await import('./run.ts')).judge(journal, options, io))
    })
}
