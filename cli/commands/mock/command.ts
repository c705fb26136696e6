import { type Command, Option } from 'commander'
import { DEFAULT_BOUNDS } from '../../../contract/wire/dropped.ts'
import type { CommandContext, Environment } from '../../io.ts'
import { LOG_FORMATS } from '../../mock/mock-log.ts'
import { fold, widthOf } from '../../terminal/terminal.ts'
import { duration, factor, wholeNumber } from '../arguments.ts'
import { exampleText } from '../command.ts'

const LOG_HELP = 'a line for each exchange: text for people, json for programs'

const MOCK_HELP = `
When it listens, it prints a line that scripts can wait for:
  ready http://127.0.0.1:4010
or with --log json an object with {"event":"ready","url":"http://127.0.0.1:4010"}.

Environment:
  MOCK_HOST         the default of --host
  MOCK_ADMIN_TOKEN  the token for /__mock where others can reach the mock; by
                    default a new one, which is printed

Exit codes:
  0    stopped by SIGINT or SIGTERM, after the last answers have ended
  2    refused: usage, a file that can't be used, a port that is in use
  5    an error of the kit itself
  130  interrupted a second time`

/** What `partner-purchase mock` takes. */
export function mockCommand(root: Command, { io, exit }: CommandContext): void {
  root
    .command('mock')
    .description('serve the API offline, as the reference says')
    .optionsGroup('Where it listens:')
    .option('--port <number>', 'the port to listen on; 0 for any free port', wholeNumber(0, 65_535), 4010)
    .option('--host <address>', 'the address to listen on', hostIn(io.env))
    .option('--tls', 'serve https, by a certificate made for the run; its path is printed')
    .option('--trust-proxy <address...>', 'trust the forwarding headers of these proxies')
    .optionsGroup('How it behaves:')
    .option('--profile <file>', 'answers to what the reference does not show')
    .option('--partners <file>', 'partners, and what each may do')
    .option('--scenarios <file>', 'scenarios of your own, beside the built-in ones')
    .option('--catalogue <file>', 'cards to serve, as `fixtures` makes them')
    .option(
      '--speed <factor>',
      'how many times as fast time runs for every key, until it is changed',
      factor,
      1,
    )
    .option('--watch', 'read these files again when they change; orders, balances and clocks stay')
    .optionsGroup('What it keeps:')
    .option('--store <url>', 'where orders are kept: memory, sqlite:FILE or postgres://…', 'memory')
    .option(
      '--journal-per-key <number>',
      'how many exchanges of each key the journal keeps',
      wholeNumber(1, 1_000_000),
      DEFAULT_BOUNDS.perKey,
    )
    .option(
      '--journal-bytes <number>',
      'how many bytes of all keys; above, the largest journals lose first',
      wholeNumber(100_000, 1_000_000_000_000),
      DEFAULT_BOUNDS.bytes,
    )
    .option('--forget-after <time>', 'forget a key that nobody uses for this long, such as 7d', duration)
    .optionsGroup('What it prints and opens:')
    .addOption(new Option('--log <format>', LOG_HELP).choices(LOG_FORMATS).default('text'))
    .option('--open', 'open the page of the mock in the browser')
    .option('--quiet', 'print only that it is ready, and errors')
    .helpOption('-h, --help', 'display help for command')
    .addHelpText('after', () => fold(MOCK_HELP, widthOf(io.stdout)))
    .addHelpText('after', exampleText('mock --open'))
    .action(async (options) => {
      exit(await (await import('./run.ts')).mock(options, io))
    })
}

/** An image listens beyond its container with any options that a user adds: it sets this variable, and no option. */
function hostIn({ MOCK_HOST }: Environment): string {
  return MOCK_HOST === undefined || MOCK_HOST === '' ? '127.0.0.1' : MOCK_HOST
}
