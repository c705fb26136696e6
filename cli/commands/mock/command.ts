import type { Environment } from '../../io.ts'
import { factor, wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionsOf } from '../command.ts'

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

/** An image listens beyond its container with any options that a user adds: it sets MOCK_HOST, and no option. */
export function mockCommand({ MOCK_HOST }: Environment) {
  const host = MOCK_HOST === undefined || MOCK_HOST === '' ? '127.0.0.1' : MOCK_HOST
  return {
    description: 'serve the API offline, as the reference says',
    options: {
      'Where it listens:': null,
      port: ['<number>', 'the port to listen on; 0 for any free port', wholeNumber(0, 65_535), 4010],
      host: ['<address>', 'the address to listen on', host],
      tlsCert: ['<file>', 'serve https by this certificate, in PEM, with its chain'],
      tlsKey: ['<file>', 'the key of --tls-cert, in PEM'],
      'How it behaves:': null,
      profile: ['<file>', 'answers to what the reference does not show'],
      partners: ['<file>', 'partners, and what each may do'],
      scenarios: ['<file>', 'scenarios of your own, beside the built-in ones'],
      catalogue: ['<file>', 'cards to serve, as `fixtures` makes them'],
      speed: ['<factor>', 'how many times as fast time runs for every key, until it is changed', factor, 1],
      'What it keeps:': null,
      store: ['<url>', 'where orders are kept: memory, sqlite:FILE or postgres://…', 'memory'],
      'What it prints and opens:': null,
      log: [
        '<format>',
        'a line for each exchange: text for people, json for programs',
        ['text', 'json'],
        'text',
      ],
      open: 'open the page of the mock in the browser',
      quiet: 'print only that it is ready, and errors',
    },
    effects: [
      { option: '--tls-cert', needs: '--tls-key' },
      { option: '--tls-key', needs: '--tls-cert' },
    ],
    help: MOCK_HELP,
    example: 'mock --open',
  } as const satisfies CommandSpec
}

/** The same, in the program: a time is in milliseconds. */
export type MockCommandOptions = OptionsOf<ReturnType<typeof mockCommand>['options']>
