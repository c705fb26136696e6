import { type Command, Option } from 'commander'
import type { CommandContext } from '../../io.ts'

/** What `partner-purchase tutorial` takes. */
export function tutorialCommand(root: Command, { io, exit }: CommandContext): void {
  root
    .command('tutorial')
    .description('in four steps from a client that buys a card twice to one that is certified')
    .argument('[folder]', 'where its client is kept, and how far you are', 'partner-purchase-tutorial')
    .addOption(
      new Option('--language <name>', 'of the client; Python, if it is here').choices([
        'python',
        'javascript',
        'java',
      ]),
    )
    .option('--fix', 'change the client for you, once you have seen its mistake')
    .action(async (folder, options) => {
      exit(await (await import('./run.ts')).tutorial(folder, options, io))
    })
}
