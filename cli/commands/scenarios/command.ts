import type { Command } from 'commander'
import type { CommandContext } from '../context.ts'

/** What `partner-purchase scenarios` takes. */
export function scenariosCommand(root: Command, { io }: CommandContext): void {
  root
    .command('scenarios')
    .description('list the scenarios of the mock, in which a client is certified, with their stories')
    .option('--scenarios <file>', 'scenarios of your own, beside the built-in ones')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('./run.ts')).scenarios(options, io))
}
