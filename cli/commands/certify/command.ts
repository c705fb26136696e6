import { REPORT_FOLDER } from '../../files/report-folder.ts'
import { nameText, testKey, wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionsOf } from '../command.ts'

const CERTIFY_HELP = `
The client is started once alone, then once for each scenario, with SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY, SERVICE_SKU (the card to buy), SERVICE_PURCHASES (how many of it) and SERVICE_ORDER_LABEL (what the purchase is called) in its environment. It needs no key of the service, and its output is not judged.

Exit codes: 0 certified, or kept with --only · 1 a must is broken; with --strict, any clause · 2 refused · 4 incomplete · 5 an error of the kit · 130 interrupted`

export const certifyCommand = {
  description: 'run a client through every scenario of the mock, and judge its requests',
  argument: ['[command...]', ''],
  usage: '[options] -- COMMAND [ARG…]\n       partner-purchase certify [options] --listen',
  options: {
    'Scenarios:': null,
    only: ['<scenario...>', 'run only these, such as LOST-AFTER,CUT: no certificate'],
    bail: 'end the run at the first broken must',
    restart: 'also kill the client in a purchase, and start it again',
    jobs: ['<number>', 'how many at a time; all by default', wholeNumber(1, 1000)],
    timeLimit: ['<seconds>', 'how much longer one may take', wholeNumber(1, 86_400), 60],
    profile: ['<file>', 'answers to what the reference does not show'],
    scenarios: ['<file>', 'scenarios of your own, beside the built-in ones'],
    'A client that is a service:': null,
    listen: 'start no client: print what to buy, and listen',
    port: ['<number>', 'the port, 0 for any free one', wholeNumber(0, 65_535), 4010],
    host: ['<address>', 'the address to listen on', '127.0.0.1'],
    key: ['<key>', 'what your service sends: pk_test_ and any text', testKey],
    shoppingList: ['<file>', 'write what to buy there, as JSON, once it listens'],
    timeout: ['<seconds>', 'how long to listen at most', wholeNumber(1, 86_400), 900],
    tlsCert: ['<file>', 'serve https by this certificate, in PEM'],
    tlsKey: ['<file>', 'the key of --tls-cert, in PEM'],
    'Report:': null,
    name: ['<text>', 'what the client is called; its command by default', nameText],
    challenge: ['<text>', 'a text that the other side gave out for this run', nameText],
    report: ['<folder>', `by default ${REPORT_FOLDER}`],
    noReport: 'write no report, and no recording',
    json: 'the report as JSON on stdout, the rest on stderr',
    strict: 'fail the run also for clauses of level should',
  },
  effects: [
    { option: '--tls-cert', needs: '--tls-key' },
    { option: '--tls-key', needs: '--tls-cert' },
    {
      option: '--tls-cert --tls-key --port --host --key --shopping-list --timeout',
      needs: '--listen',
    },
    {
      option: '--restart',
      without: '--listen',
      because: 'A service that was started elsewhere can not be killed here.',
    },
    {
      option: '--jobs --time-limit --bail',
      without: '--listen',
      because: 'It is about a client that is started here.',
    },
  ],
  help: CERTIFY_HELP,
  example: 'certify -- node client.mjs',
} as const satisfies CommandSpec

/** The same, in the program. Times are in seconds. */
export type CertifyCommandOptions = OptionsOf<typeof certifyCommand.options>
