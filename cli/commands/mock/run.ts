import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { shellCommand } from '../../../contract/text/shell-command.ts'
import { adminTokenOf } from '../../../mock-server/guards/secrets.ts'
import { openStore } from '../../../mock-server/open-store.ts'
import type { JudgeKey, RecordKey } from '../../../mock-server/sandbox/mock.ts'
import { serve } from '../../../mock-server/serve.ts'
import type { ReportFault } from '../../../mock-server/store/outage.ts'
import type { Store } from '../../../mock-server/store/store.ts'
import type { Certificate } from '../../../mock-server/tls/tls-server.ts'
import { type Folder, faultsTo, InputError, type Io, pathIn, print } from '../../io.ts'
import { banner } from '../../mock/banner.ts'
import { openLog } from '../../mock/mock-log.ts'
import { loadSettings, type MockSettings } from '../../mock/settings.ts'
import { OF_A_SERVER, watchForInterruption } from '../../terminal/interruption.ts'
import { invocationOf } from '../../terminal/invocation.ts'
import { openBrowser, pageAddress } from '../../terminal/open-browser.ts'
import { paintFor } from '../../terminal/terminal.ts'
import { factor, wholeNumber } from '../arguments.ts'
import type { CommandSpec, OptionRows, OptionsOf } from '../command.ts'

const HELP = `
When it listens, it prints a line that scripts can wait for:
  ready http://127.0.0.1:4010
or, with --log json, an object that holds {"event":"ready","url":"http://127.0.0.1:4010"}.

Environment:
  MOCK_HOST         the default of --host
  MOCK_ADMIN_TOKEN  the token for /__mock where others can reach the mock; by
                    default a new one, which is printed

Exit codes:
  0    stopped by SIGINT or SIGTERM, after the last answers have ended
  2    refused: usage, a file that can't be used, a port that is in use
  5    an error of the kit itself
  130  interrupted a second time`

const OPTIONS = {
  'Where it listens:': null,
  port: ['<number>', 'the port to listen on; 0 for any free port', wholeNumber(0, 65_535), 4010],
  host: ['<address>', 'the address to listen on; by default MOCK_HOST, or 127.0.0.1'],
  tlsCert: ['<file>', 'serve https by this certificate, in PEM, with its chain'],
  tlsKey: ['<file>', 'the key of --tls-cert, in PEM'],
  'How it behaves:': null,
  profile: ['<file>', 'your answers to what the reference does not show'],
  partners: ['<file>', 'partners, and what each may do'],
  scenarios: ['<file>', 'scenarios of your own, beside the built-in ones'],
  catalogue: ['<file>', 'cards to serve, as `fixtures` makes them'],
  speed: ['<factor>', 'run the clock of every key this many times as fast', factor, 1],
  'What it keeps:': null,
  store: ['<url>', 'where orders are kept: memory, sqlite:FILE or postgres://…', 'memory'],
  'What it prints and opens:': null,
  log: ['<format>', 'a line for each exchange: text for people, json for programs', ['text', 'json'], 'text'],
  open: 'open the page of the mock in the browser',
  quiet: 'print only that it is ready, and errors',
} as const satisfies OptionRows

type MockOptions = OptionsOf<typeof OPTIONS>

export const mockCommand: CommandSpec = {
  options: OPTIONS,
  effects: [
    { option: '--tls-cert', needs: '--tls-key' },
    { option: '--tls-key', needs: '--tls-cert' },
  ],
  help: HELP,
  example: 'mock --open',
  run: mock,
}

/**
 * `partner-purchase mock`: serves until it is stopped, then waits for the last answers.
 *
 * @throws {InputError | ProfileError | ScenariosError | PartnersError | StoreError | ListenError} before it is ready.
 */
async function mock(options: MockOptions, io: Io): Promise<number> {
  const { speed, store: storeUrl } = options
  const settings = loadSettings(options, io)
  const tls = await certificateIn(options, io)
  const onFault = faultsTo(io.stderr)
  const store = await openStore(storeUrlIn(io, storeUrl), { speed })
  const { signal, force, stop, release } = watchForInterruption(io, OF_A_SERVER)
  const stopped = once(signal, 'abort')
  const prepared = { settings, tls, store, onFault }
  const ended = serveUntilStopped(options, prepared, io, { stopped, stop }).finally(() => store.close())
  const ending = new AbortController()
  const overdue = stopped.then(() => pause(LONGEST_END_MS, 0, ending).catch(() => 0))
  const hurried = once(force, 'abort').then(() => EXIT_INTERRUPTED)
  return Promise.race([ended, hurried, overdue]).finally(() => {
    ending.abort()
    release()
  })
}

/** A database that no longer answers holds up no end: what starts mocks kills one that takes longer. */
const LONGEST_END_MS = 9_000

/** The file of a SQLite store is resolved like any other path of the user. */
function storeUrlIn(folder: Folder, url: string): string {
  return url.replace(/(?<=^sqlite:).+$/s, (file) => pathIn(folder, file))
}

/** Read only where it is asked for: no other start loads TLS. */
async function certificateIn(
  { tlsCert, tlsKey }: MockOptions,
  folder: Folder,
): Promise<Certificate | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  const { loadCertificate } = await import('../../files/certificate.ts')
  return loadCertificate(tlsCert, tlsKey, folder)
}

type Prepared = {
  readonly settings: MockSettings
  readonly tls: Certificate | undefined
  readonly store: Store
  readonly onFault: ReportFault
}

async function serveUntilStopped(
  options: MockOptions,
  { settings, tls, store, onFault }: Prepared,
  io: Io,
  { stopped, stop }: { readonly stopped: Promise<unknown>; readonly stop: () => void },
): Promise<number> {
  const { port, speed, log: format, quiet: isQuiet = false } = options
  // An image listens beyond its container with any options that a user adds: it sets MOCK_HOST, and no option.
  const host = options.host ?? (io.env.MOCK_HOST || '127.0.0.1')
  const log = openLog({ format, isQuiet }, io, stop)
  const given = givenToken(io.env[TOKEN_VARIABLE])
  const served = await serve({
    // The command line may also run in another program.
    ownsProcess: io.executable !== undefined,
    ...settings,
    ...{ port, host, tls, store, onFault, adminToken: given, judge: judgeKey, record: recordKey },
    onUnreadable: (unreadable) => log.event({ event: 'not-http', ...unreadable }),
  })
  const { url, adminToken } = served
  let isLogged = false
  if (!isQuiet)
    served.listen((exchange, isComplete) => {
      if (isComplete) log.exchange(exchange)
      isLogged ||= isComplete
    })
  const page = pageAddress(url)
  if (format === 'text' && !isQuiet) {
    const listScenarios = shellCommand([...invocationOf(io), 'scenarios'])
    const paint = paintFor(io.stdout, io.env)
    print(io, banner(settings, { url, host, page, speed, listScenarios, paint }))
  }
  // Only a generated token is printed: a given one is known.
  log.event({ event: 'ready', url, ...(given === undefined && adminToken !== null && { adminToken }) })
  // A reader that has left after the first lines, as `head` does, is noticed when another one is written.
  const isRead = format === 'text' && !isQuiet && io.stdout.isTTY !== true
  const cancelLine = isRead ? io.clock.after(READ_MS, () => isLogged || print(io, '')) : () => {}
  if (options.open) openBrowser(page, io)
  await stopped
  cancelLine()
  log.event({ event: 'stopping' })
  await served.close()
  return 0
}

/** Judges what a key did. The rules are loaded by the first question: no mock waits for them when it starts. */
const judgeKey: JudgeKey = async (history) =>
  (await import('../../mock/judging/judge-history.ts')).judgeHistory(history)

const recordKey: RecordKey = async (history, baseUrl) =>
  (await import('../../mock/judging/judge-history.ts')).recordHistory(history, baseUrl)

/** By then a reader of the first lines has read them. Milliseconds. */
const READ_MS = 1000

/** Several mocks behind one address all need the same token. */
const TOKEN_VARIABLE = 'MOCK_ADMIN_TOKEN'

function givenToken(token: string | undefined): string | undefined {
  if (token === undefined || token === '') return undefined
  try {
    return adminTokenOf(token) ?? undefined
  } catch (error) {
    throw new InputError(`${TOKEN_VARIABLE}: ${(error as Error).message}`)
  }
}
