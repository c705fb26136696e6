import { type Command, Option } from 'commander'
import type { CommandContext } from '../../io.ts'

/** What `partner-purchase init` takes. */
export function initCommand(root: Command, { io }: CommandContext): void {
  root
    .command('init')
    .description('write a commented profile and a file for your CI, and on request a client to begin with')
    .addOption(
      new Option('--ci <name>', 'whose file to write')
        .choices(['github', 'gitlab', 'none'])
        .default('github'),
    )
    .addOption(
      new Option('--client <language>', 'a client to begin with').choices(['javascript', 'python', 'java']),
    )
    .option('--force', 'overwrite files that exist with other content')
    .action(async (options) => (await import('./run.ts')).init(options, io))
}
