import type { Command } from 'commander'
import type { CommandContext } from '../../io.ts'
import { wholeNumber } from '../arguments.ts'
import { type OptionEffect, refusingWithoutEffect } from '../option-effects.ts'

const EFFECTS: readonly OptionEffect[] = [
  { option: '--prefix --report', needs: '--openapi' },
  { option: '--allow-purchase --sku --time-limit --allow-http', needs: '--base-url' },
]

const EXITS = `
Exit codes:
  0  a profile was written
  1  a profile was written, and the document contradicts a clause
  2  refused: usage, a document that can't be read, or a guard
  3  the target can't be reached
  4  no profile: the key was not accepted, or this is not a TEST environment, or
     the time limit was reached
  5  an error of the kit itself`

/** What `partner-purchase discover` takes. */
export function discoverCommand(root: Command, { io, exit }: CommandContext): void {
  root
    .command('discover')
    .description(
      'find what the reference does not show, from a TEST environment or its OpenAPI document, and write it into a profile',
    )
    .option('--base-url <url>', 'the service; with --openapi alone, nothing is sent')
    .option(
      '--openapi <file>',
      "the operator's own document: OpenAPI 3.0 to 3.2 or Swagger 2.0, JSON or YAML; also compared with the reference",
    )
    .option(
      '--prefix <path>',
      'what stands before the documented paths, if the document has several such prefixes',
    )
    .option('--report <folder>', 'write there what the document says of each clause: JSON, JUnit and more')
    .option('--profile <file>', 'answers to start from: they are tried first, and stay if nothing is found')
    .option(
      '--lookup <operation>',
      'the lookup that is tried first, such as "GET /orders?ref={partnerReference}"',
    )
    .option('--allow-purchase', 'buy one TEST card, to find the lookup and a settled state')
    .option('--sku <sku>', 'the card to buy; without it, the cheapest whose price was read')
    .option(
      '--out <file>',
      'the profile to write; its evidence is written next to it',
      'partner-purchase.profile.json',
    )
    .option('--force', 'overwrite files that exist')
    .option('--time-limit <seconds>', 'end the run by then', wholeNumber(1, 86_400), 900)
    .option('--allow-http', 'send the key in the clear to an address that is not this machine')
    .option('--json', 'print the evidence as JSON on standard output, and the rest on standard error')
    .addHelpText('after', EXITS)
    .hook('preAction', refusingWithoutEffect(EFFECTS))
    .action(async (options) => {
      exit(await (await import('./run.ts')).discover(options, io))
    })
}
