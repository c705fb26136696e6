import { nameText, testKey, wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionsOf } from '../command.ts'

const CERTIFY_HELP = `
The client is started once for each scenario, and once before them, for an ordinary card: if it buys nothing there, or looks its order up elsewhere, the run ends. It gets SERVICE_BASE_URL, SERVICE_PARTNER_API_KEY, SERVICE_SKU (the card to buy), SERVICE_PURCHASES (how many of it) and SERVICE_ORDER_LABEL (what the intended purchase is called) in its environment. It needs no key of the service, and its output is not judged.

With --restart it is also killed in the middle of a purchase, and started again with the same SERVICE_ORDER_LABEL: it must look that purchase up, or send the identical body again. A client that stores nothing builds its reference from the label.

The cards of a whole run have ordinary names, so that no SKU shows what will happen. With --only they have those of their scenarios, and there is no certificate: the exit code is 0 if each scenario that ran was kept.

Exit codes:
  0    certified
  1    a clause of level must is broken; with --strict, any clause
  2    refused: usage, a file, or a command that can't be started
  4    incomplete: a scenario or a clause of level must was not observed
  5    an error of the kit itself
  130  interrupted`

export const certifyCommand = {
  description: 'run a client through every scenario of the mock, and judge its requests',
  argument: ['[command...]', 'the client and its arguments, after --'],
  usage: '[options] -- COMMAND [ARG…]\n       partner-purchase certify [options] --listen',
  options: {
    'Which scenarios run:': null,
    only: [
      '<scenario...>',
      'run only these, with blanks or commas between, such as LOST-AFTER,CUT: gives no certificate',
    ],
    bail: 'end the run at the first broken clause of level must',
    restart: 'also kill the client in the middle of a purchase, and start it again',
    jobs: ['<number>', 'how many scenarios at a time; all by default', wholeNumber(1, 1000)],
    timeLimit: [
      '<seconds>',
      'how long the client may take beyond what a scenario itself takes',
      wholeNumber(1, 86_400),
      60,
    ],
    'What the client meets:': null,
    profile: ['<file>', 'answers to what the reference does not show'],
    scenarios: ['<file>', 'scenarios of your own, beside the built-in ones'],
    'A client that is a service:': null,
    listen: 'start no client: print where to call and what to buy, and listen',
    port: ['<number>', 'the port to listen on; 0 for any free port', wholeNumber(0, 65_535), 4010],
    host: ['<address>', 'the address to listen on', '127.0.0.1'],
    key: ['<key>', 'the key that your service sends: any text that begins with pk_test_', testKey],
    shoppingList: ['<file>', 'write there, as JSON, where to call and what to buy, when it listens'],
    timeout: ['<seconds>', 'how long to listen at most', wholeNumber(1, 86_400), 900],
    tlsCert: ['<file>', 'serve https by this certificate, in PEM, with its chain'],
    tlsKey: ['<file>', 'the key of --tls-cert, in PEM'],
    'What the certificate says:': null,
    name: ['<text>', 'what the client is called in the certificate; its command by default', nameText],
    challenge: ['<text>', 'take down a text that the other side gave out for this run', nameText],
    'What it writes and prints:': null,
    report: ['<folder>', 'write the report and the recording there'],
    json: 'print the report as JSON on standard output, and the rest on standard error',
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
  example: 'certify --report report -- node client.mjs',
} as const satisfies CommandSpec

/** The same, in the program. Times are in seconds. */
export type CertifyCommandOptions = OptionsOf<typeof certifyCommand.options>
