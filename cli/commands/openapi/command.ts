import type { Command } from 'commander'
import type { CommandContext } from '../../io.ts'
import { refusingWithoutEffect } from '../option-effects.ts'

/** What `partner-purchase openapi` takes. */
export function openApiCommand(root: Command, { io }: CommandContext): void {
  root
    .command('openapi')
    .description('write the contract as an OpenAPI document, with what is documented and what is assumed')
    .option('--profile <file>', 'answers to what the reference does not show')
    .option('--out <file>', 'write it there, not to standard output: .json, .yaml, or .http for editors')
    .option('--force', 'overwrite a file that exists with other content')
    .hook('preAction', refusingWithoutEffect([{ option: '--force', needs: '--out' }]))
    .action(async (options) => (await import('./run.ts')).openApi(options, io))
}

/** What `partner-purchase arazzo` takes. */
export function arazzoCommand(root: Command, { io }: CommandContext): void {
  root
    .command('arazzo')
    .description('write the flows of the reference as Arazzo workflows over that document')
    .option('--profile <file>', 'answers to what the reference does not show')
    .option('--openapi <url>', 'where the OpenAPI document is, seen from the workflows', './openapi.json')
    .option('--out <file>', 'write it there, not to standard output: .json or .yaml')
    .option('--force', 'overwrite a file that exists with other content')
    .hook('preAction', refusingWithoutEffect([{ option: '--force', needs: '--out' }]))
    .action(async (options) => (await import('./run.ts')).arazzo(options, io))
}
