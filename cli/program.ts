import { Command, InvalidArgumentError, Option } from 'commander'
import { DEFAULT_MAX_PURCHASES } from '../contract-tests/purchase-plan.ts'
import { LOG_FORMATS } from './mock/mock-log.ts'
import { TOOL } from './tool.ts'

const LEAST_SPEED = 0.001
const MOST_SPEED = 100_000

const EXITS = `
Exit codes: 0 kept · 1 broken · 2 refused (usage, profile, a guard) · 3 target unreachable · 4 incomplete · 5 the kit's own fault · 130 interrupted

The key is read from the environment, SERVICE_PARTNER_API_KEY, and must be a TEST key (pk_test_…).`

const LOG_HELP = 'a line for every exchange: for readers, or for programs'

const MOCK_HELP = `
Once it listens, it prints a line that scripts can wait for:
  ready http://127.0.0.1:4010
or with --log json an object that has {"event":"ready","url":"http://127.0.0.1:4010"}.

Exit codes:
  0    stopped by SIGINT or SIGTERM, once the last answers ended
  2    refused: usage, a file that can't be used, a port that is taken
  5    the kit's own fault
  130  interrupted a second time`

const CERTIFY_HELP = `
The client is started once for each scenario, with SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY, SERVICE_SKU (the card to
buy) and SERVICE_PURCHASES (how many of it) in its environment. It needs no key of yours, and prints nothing that is read.

With --only, 0 says that each scenario that ran was kept. That is no certificate.

With --variants it is tried on other answers to what the reference does not show, beside the same without them. That
comes to no verdict: it exits with 0 whatever it finds.`

/** The command line. Each command loads what it needs when it is run, so that none waits for another's parts. */
export function program(): Command {
  const root = new Command('partner-purchase')
    .description('Holds the Partner Purchase API to its word.')
    .version(TOOL.version)
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
    .addHelpText('after', EXITS)

  root
    .command('mock')
    .description('serve the API offline, as the reference says')
    .optionsGroup('Where it listens')
    .option('--port <number>', 'where to listen; 0 for any free port', wholeNumber(0, 65_535), 4010)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--trust-proxy <address...>', 'believe what these proxies say of their callers')
    .optionsGroup('How it behaves')
    .option('--profile <file>', 'answers to what the reference does not show')
    .option('--partners <file>', 'partners, and what each may do')
    .option('--scenarios <file>', 'scenarios of your own, beside the built-in ones')
    .option('--catalogue <file>', 'cards to serve, as `fixtures` makes them')
    .option('--store <url>', 'where orders are kept: memory, sqlite:FILE or postgres://…', 'memory')
    .option('--speed <factor>', 'how fast time runs for every key, until it is set otherwise', factor, 1)
    .option('--watch', 'read these files again when they change; orders, balances and clocks stay')
    .optionsGroup('What it says')
    .addOption(new Option('--log <format>', LOG_HELP).choices(LOG_FORMATS).default('text'))
    .option('--quiet', 'say only that it is ready, and what goes wrong')
    .helpOption('-h, --help', 'say this')
    .addHelpText('after', MOCK_HELP)
    .action(async (options) => {
      process.exitCode = await (await import('./commands/mock.ts')).mock(options)
    })

  root
    .command('verify')
    .description('run the contract suite against the mock, or against a TEST environment')
    .option('--base-url <url>', 'the target; without it, the kit starts its own mock')
    .option('--profile <file>', 'answers to what the reference does not show')
    .option('--sku <sku>', 'the card to buy; without it, the suite chooses')
    .option('--catalogue <file>', "cards for the kit's own mock, as `fixtures` makes them")
    .option('--report <folder>', 'write the report there: JSON, JUnit and more')
    .option('--baseline <file>', 'what is known not to be kept, why, and until when that is accepted')
    .option('--compare <file>', 'say what changed since the run that wrote this observed.json')
    .option('--strict', 'fail the run also for assumptions that differ, and for a service that moved')
    .option('--dry-run', 'say what would be bought, and buy nothing')
    .option(
      '--max-purchases <number>',
      'send no more purchases than these, identical bodies included',
      wholeNumber(0, 1000),
      DEFAULT_MAX_PURCHASES,
    )
    .option('--time-limit <seconds>', 'end the run by then', wholeNumber(1, 86_400), 900)
    .option('--allow-http', 'send the key in the clear to an address that is not this machine')
    .action(async (options) => {
      process.exitCode = await (await import('./commands/verify.ts')).verify(options)
    })

  root
    .command('certify')
    .description('have a client go through every scenario, and judge what it did')
    .argument('[command...]', 'the client and its arguments, behind --')
    .usage('[options] -- COMMAND [ARG…]   or   [options] --listen')
    .option('--profile <file>', 'answers to what the reference does not show')
    .option('--scenarios <file>', 'scenarios of your own, beside the built-in ones')
    .option('--only <scenario...>', 'run these alone, by their SKU: that can become no certificate')
    .option('--report <folder>', 'write the report and the recording there')
    .option('--strict', 'fail the run also for clauses of level should')
    .option(
      '--time-limit <seconds>',
      'how long the client may take beyond what a scenario itself takes',
      wholeNumber(1, 86_400),
      60,
    )
    .option('--jobs <number>', 'how many scenarios at a time; all by default', wholeNumber(1, 1000))
    .option('--variants', 'only try other answers to what is not shown, and say on which the client depends')
    .option('--listen', 'start nothing: say where to call and what to buy, and listen')
    .option(
      '--port <number>',
      'where to listen, with --listen; 0 for any free port',
      wholeNumber(0, 65_535),
      4010,
    )
    .option('--host <address>', 'the address to listen on, with --listen', '127.0.0.1')
    .option('--timeout <seconds>', 'how long to listen at the most', wholeNumber(1, 86_400), 900)
    .addHelpText('after', CERTIFY_HELP)
    .action(async (command, options) => {
      process.exitCode = await (await import('./commands/certify.ts')).certify(command, options)
    })

  root
    .command('judge')
    .description('decide again, from the recording of a certification alone')
    .argument('<journal>', 'the journal.jsonl that `certify --report` wrote')
    .option('--report <folder>', 'write the report there')
    .option('--strict', 'fail the run also for clauses of level should')
    .action(async (journal, options) => {
      process.exitCode = (await import('./commands/judge.ts')).judge(journal, options)
    })

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
    .action(async (options) => {
      process.exitCode = await (await import('./commands/discover.ts')).discover(options)
    })

  root
    .command('clauses')
    .description('list what the reference documents, and what it does not show')
    .option('--json', 'as JSON')
    .action(async (options) => (await import('./commands/clauses.ts')).clauses(options))

  root
    .command('fixtures')
    .description('make a catalogue; the same seed makes the same one')
    .option('--products <number>', 'how many cards', wholeNumber(1, 100_000), 30)
    .option('--seed <number>', 'any whole number', wholeNumber(0, 2 ** 31 - 1), 1)
    .option('--out <file>', 'write it there, not to standard output')
    .action(async (options) => (await import('./commands/fixtures.ts')).fixtures(options))

  return root
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

function factor(text: string): number {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value >= LEAST_SPEED && value <= MOST_SPEED) return value
  throw new InvalidArgumentError(`It must be a number from ${LEAST_SPEED} to ${MOST_SPEED}.`)
}
