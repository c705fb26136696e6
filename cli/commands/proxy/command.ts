import { wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionsOf } from '../command.ts'

const PROXY_HELP = `
It passes on the six operations and nothing else, once a ping has answered the mode TEST. Your client calls it with any key of its own that begins with pk_test_; it never gets the key of the target. Balance, catalogue, rate limits and references are those of the real key.

When it listens, it prints a line that scripts can wait for:
  ready http://127.0.0.1:4010
Its page, with what each key did and what the service answered, is at /__mock/.

Environment:
  SERVICE_PARTNER_API_KEY  the TEST key of the target

Exit codes:
  0    stopped by SIGINT or SIGTERM
  2    refused: usage, a file, a target that is in no TEST mode
  3    the target can't be reached
  5    what was passed on could no longer be recorded, or an error of the kit itself
  130  interrupted a second time`

export const proxyCommand = {
  description: 'stand between a client and a TEST environment, lose answers there, and judge both',
  options: {
    to: ['<url>', 'the TEST environment'],
    'Where it listens:': null,
    port: ['<number>', 'the port to listen on; 0 for any free port', wholeNumber(0, 65_535), 4010],
    host: ['<address>', 'the address to listen on', '127.0.0.1'],
    clientKeys: ['<file>', 'the keys that may call, one a line: needed beyond this machine'],
    allowHost: ['<name...>', 'names in the Host header, besides those of this machine'],
    tls: 'serve https, by a certificate made for the run; its path is printed',
    'What it passes on:': null,
    profile: ['<file>', 'answers to what the reference does not show'],
    maxPurchases: [
      '<number>',
      'the most purchases to pass on, resends included',
      wholeNumber(0, 1_000_000),
      50,
    ],
    store: ['<url>', 'where is kept what was passed on: memory or sqlite:FILE', 'memory'],
    scenarios: ['<file>', 'faults of real cards: [{"sku", "faults"}]'],
    allowHttp: 'send the key in the clear to an address that is not this machine',
    'What it writes when it is stopped:': null,
    har: ['<file>', 'everything that was sent, as an HTTP Archive'],
    quiet: 'print no line for each exchange',
  },
  required: 'to',
  help: PROXY_HELP,
  example: 'proxy --to https://api.example.com --store sqlite:proxy.sqlite',
} as const satisfies CommandSpec

/** The same, in the program. */
export type ProxyCommandOptions = OptionsOf<typeof proxyCommand.options, 'to'>
