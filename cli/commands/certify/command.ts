import type { Command } from 'commander'
import { fold, widthOf } from '../../terminal/terminal.ts'
import { nameText, testKey, wholeNumber } from '../arguments.ts'
import type { CommandContext } from '../context.ts'
import { type OptionEffect, refusingWithoutEffect } from '../option-effects.ts'

const NOT_KILLED = 'A service that was started elsewhere can not be killed here.'
const LISTENS = 'It is about a client that is started here.'
const MATRIX =
  'The matrix of assumptions has scenarios of its own, starts the client for each, and comes to no verdict.'

const EFFECTS: readonly OptionEffect[] = [
  ...[
    '--certificate',
    '--listen',
    '--name',
    '--only',
    '--open',
    '--restart',
    '--scenarios',
    '--seed',
    '--strict',
    '--tls',
  ].map((without) => ({
    option: '--variants',
    without,
    because: MATRIX,
  })),
  ...['--port', '--host', '--key', '--shopping-list', '--timeout'].map((option) => ({
    option,
    needs: '--listen',
  })),
  { option: '--restart', without: '--listen', because: NOT_KILLED },
  { option: '--jobs', without: '--listen', because: LISTENS },
  { option: '--time-limit', without: '--listen', because: LISTENS },
]

const CERTIFY_HELP = `
The client is started once for each scenario, with SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY, SERVICE_SKU (the card to buy), SERVICE_PURCHASES (how many of it) and SERVICE_ORDER_LABEL (what the intended purchase is called) in its environment. It needs no key of yours, and prints nothing that is read.

With --restart it is also killed in the middle of a purchase, and started again with the same SERVICE_ORDER_LABEL: it must look that purchase up, or send it again. A client without a memory makes its reference of the label.

With --only, 0 says that each scenario that ran was kept. That is no certificate.

With --variants it is tried on other answers to what the reference does not show, beside the same without them. That comes to no verdict: it exits with 0 whatever it finds.`

/** What `partner-purchase certify` takes. */
export function certifyCommand(root: Command, { io, exit }: CommandContext): void {
  root
    .command('certify')
    .description('have a client go through every scenario, and judge what it did')
    .argument('[command...]', 'the client and its arguments, behind --')
    .usage('[options] -- COMMAND [ARG…]\n       partner-purchase certify [options] --listen')
    .option('--profile <file>', 'answers to what the reference does not show')
    .option('--scenarios <file>', 'scenarios of your own, beside the built-in ones')
    .option('--only <scenario...>', 'run these alone, by their SKU: that can become no certificate')
    .option('--report <folder>', 'write the report and the recording there')
    .option('--name <text>', 'what the client is called in the certificate; its command by default', nameText)
    .option('--certificate <file>', 'write the certificate alone there, as one page of HTML')
    .option('--json', 'print the report as JSON on standard output, and the rest on standard error')
    .option('--open', 'open a page in the browser that shows the scenarios as they go')
    .option('--strict', 'fail the run also for clauses of level should')
    .option(
      '--time-limit <seconds>',
      'how long the client may take beyond what a scenario itself takes',
      wholeNumber(1, 86_400),
      60,
    )
    .option('--jobs <number>', 'how many scenarios at a time; all by default', wholeNumber(1, 1000))
    .option(
      '--seed <number>',
      'name the cards of the scenarios by it, so that no SKU tells what will happen',
      wholeNumber(0, 4_294_967_295),
    )
    .option('--restart', 'also kill the client in the middle of a purchase, and start it again')
    .option('--variants', 'only try other answers to what is not shown, and say on which the client depends')
    .option('--tls', 'serve https, by a certificate made for the run that the client is led to')
    .option('--listen', 'start nothing: say where to call and what to buy, and listen')
    .option(
      '--port <number>',
      'where to listen, with --listen; 0 for any free port',
      wholeNumber(0, 65_535),
      4010,
    )
    .option('--host <address>', 'the address to listen on, with --listen', '127.0.0.1')
    .option('--key <key>', 'the key that your service sends: any text that begins with pk_test_', testKey)
    .option('--shopping-list <file>', 'write there, as JSON, where to call and what to buy, once it listens')
    .option('--timeout <seconds>', 'how long to listen at most', wholeNumber(1, 86_400), 900)
    .addHelpText('after', () => fold(CERTIFY_HELP, widthOf(io.stdout)))
    .hook('preAction', refusingWithoutEffect(EFFECTS))
    .action(async (command, options) => {
      exit(await (await import('./run.ts')).certify(command, options, io))
    })
}
