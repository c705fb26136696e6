import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'

/** What `partner-purchase clauses` takes. */
export function clausesCommand(root: Command, { io }: CommandContext): void {
  root
    .command('clauses')
    .description('list what the reference documents, and what it does not show')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('./run.ts')).clauses(options, io))
}
