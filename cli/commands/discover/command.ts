import type { Command } from 'commander'
import { wholeNumber } from '../arguments.ts'
import type { CommandContext } from '../context.ts'

/** What `partner-purchase discover` takes. */
export function discoverCommand(root: Command, { io, exit }: CommandContext): void {
  root
    .command('discover')
    .description('find the answers that a TEST environment shows by itself, and write them into a profile')
    .requiredOption('--base-url <url>', 'the service')
    .option(
      '--profile <file>',
      'answers to start from: they are tried first, and stay where nothing is found',
    )
    .option('--allow-purchase', 'buy one TEST card, to find the lookup and a settled state')
    .option('--sku <sku>', 'the card to buy; without it, the cheapest whose price was read')
    .option(
      '--out <file>',
      'the profile to write; its evidence goes beside it',
      'partner-purchase.profile.json',
    )
    .option('--force', 'write over files that exist')
    .option('--time-limit <seconds>', 'end the run by then', wholeNumber(1, 86_400), 900)
    .option('--allow-http', 'send the key in the clear to an address that is not this machine')
    .option('--json', 'print the evidence as JSON on standard output, and the rest on standard error')
    .action(async (options) => {
      exit(await (await import('./run.ts')).discover(options, io))
    })
}
