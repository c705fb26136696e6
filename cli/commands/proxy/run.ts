import { once } from 'node:events'
import { systemClock } from '../../../contract/clock.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { TOOL } from '../../../contract/report/kit.ts'
import { EXIT_CODES, EXIT_INTERRUPTED } from '../../../contract/report/verdict.ts'
import { parseJsonFile } from '../../../contract/text/parse-json.ts'
import { isTestKey } from '../../../contract/wire/auth.ts'
import { harOf } from '../../../contract/wire/har.ts'
import { isThisMachine } from '../../../mock-server/guards/addresses.ts'
import { ProxySetupError, parseScripts } from '../../../proxy/faults.ts'
import { type OpenedProxy, openProxy, TargetError } from '../../../proxy/serve.ts'
import { loadProfile, readText, writeWhole } from '../../files/files.ts'
import { tryFile } from '../../files/writable.ts'
import { faultsTo, InputError, type Io, pathIn, print } from '../../io.ts'
import { exchangeLine } from '../../mock/exchange-line.ts'
import { tellingIfSlow, unansweredReason } from '../../target/preflight.ts'
import { baseUrlOf, proxyFor, proxyWords, requiredKey } from '../../target/target-options.ts'
import { OF_A_SERVER, watchForInterruption } from '../../terminal/interruption.ts'
import { headingText, say, screenOf, widthOf } from '../../terminal/terminal.ts'
import type { ProxyCommandOptions } from './command.ts'
import { judgedTraffic, judgingFor, trafficText } from './judging.ts'

/**
 * `partner-purchase proxy`: passes requests on until it is stopped, then says what it saw of both sides.
 *
 * @returns the exit code.
 * @throws {InputError | ProfileError | ProxySetupError | StoreError | TargetError} before it is ready.
 */
export async function proxy(options: ProxyCommandOptions, io: Io): Promise<number> {
  const key = requiredKey(io.env, 'Put the TEST key of the target in it.')
  const baseUrl = baseUrlOf(options.to, options, '--to')
  const { profile, source } = loadProfile(options.profile, io)
  const scripts = scriptsIn(options.scenarios, io)
  const keys = clientKeys(options, io)
  if (options.har !== undefined) tryFile(options.har, '--har', io)
  const by = proxyFor(baseUrl, io.env)
  const reason = await tellingIfSlow(
    io,
    `Waiting for ${baseUrl} to answer.`,
    unansweredReason({ baseUrl, proxy: by }, { apiKey: key, profile }),
  )
  if (reason !== undefined) throw new TargetError(reason.replaceAll('--base-url', '--to'), true)
  const { signal, force, release } = watchForInterruption(io, OF_A_SERVER)
  const [stopped, hurried] = [once(signal, 'abort'), once(force, 'abort')]
  const tls = options.tls
    ? await (await import('../mock/tls-for-host.ts')).tlsForHost(options.host)
    : undefined
  try {
    const { port, host, allowHost: hosts, maxPurchases } = options
    const opening = openProxy({
      ...{ baseUrl, key, profile, proxy: by, keys, scripts, tls: tls?.certificate, clock: systemClock },
      ...{ port, host, hosts, maxPurchases, file: storeFile(options.store, io) },
      ...{ judging: judgingFor(profile, baseUrl), onFault: faultsTo(io.stderr) },
    })
    const opened = await tellingIfSlow(io, `Waiting for ${baseUrl} to answer a ping with the key.`, opening)
    const facts = {
      Target: `${baseUrl}${proxyWords(by)}`,
      Profile: source,
      Purchases: `${opened.store.spent} of at most ${maxPurchases} have been passed on`,
      'Watch it': `${opened.url}/__mock/`,
      Trust: tls?.path,
      Warning: options.store === 'memory' ? IN_MEMORY : undefined,
    }
    print(io, headingText('Partner Purchase proxy, TEST mode', facts))
    print(io, `ready ${opened.url}`)
    const ended = stopped.then(() => conclude(opened, { ...options, profile, baseUrl, key }, io))
    const { paint } = screenOf(io)
    if (options.quiet !== true)
      opened.journal.onComplete(({ exchange }) => print(io, exchangeLine(exchange, paint)))
    return await Promise.race([ended, hurried.then(() => EXIT_INTERRUPTED)])
  } finally {
    release()
    await tls?.remove()
  }
}

type Served = Pick<ProxyCommandOptions, 'har' | 'maxPurchases'> & {
  readonly profile: Profile
  readonly baseUrl: string
  readonly key: string
}

async function conclude(opened: OpenedProxy, served: Served, io: Io): Promise<number> {
  const { profile, baseUrl, maxPurchases, har } = served
  opened.store.flush()
  const exchanges = opened.journal.exchanges()
  const { omitted } = opened.journal
  const judged = judgedTraffic({ exchanges, baseUrl, omitted }, profile)
  const { spent, failure, unwritten } = opened.store
  await opened.close()
  print(io, `\n${trafficText(judged, baseUrl, widthOf(io.stdout))}`)
  if (omitted > 0) print(io, `${omitted} earlier exchanges are no longer in memory, and were not judged.`)
  if (failure !== null)
    print(
      io,
      `The recording ends here: ${failure.message} ${unwritten.length} exchanges are in this report alone.`,
    )
  print(io, `${spent} of at most ${maxPurchases} purchases were passed on.`)
  say(io, OF_THE_REAL_KEY)
  if (har !== undefined) writeWhole(har, harOf(exchanges, TOOL.version), io)
  return failure === null ? EXIT_CODES.kept : EXIT_CODES['harness-fault']
}

const IN_MEMORY = 'what was passed on is kept in memory alone: name a file by --store sqlite:FILE'

const OF_THE_REAL_KEY =
  'Balance, catalogue, rate limits and references are those of the real key, for every client. This certifies nothing: `certify --base-url` does.'

function storeFile(url: string, io: Io): string | null {
  if (url === 'memory') return null
  const file = /^sqlite:(.+)$/s.exec(url)?.[1]
  if (file === undefined)
    throw new InputError(`--store: found ${JSON.stringify(url)}, expected memory or sqlite:FILE.`)
  return pathIn(io, file)
}

function scriptsIn(file: string | undefined, io: Io) {
  return file === undefined
    ? new Map()
    : parseScripts(parseJsonFile(readText(file, '--scenarios', io), file, ProxySetupError), file)
}

function clientKeys({ clientKeys: file, host }: ProxyCommandOptions, io: Io): readonly string[] | undefined {
  if (file === undefined) {
    if (isThisMachine(host)) return undefined
    throw new InputError(
      `--host ${host}: beyond this machine only listed keys may call. Put them into a file, one a line, and name it by --client-keys.`,
    )
  }
  const keys = readText(file, '--client-keys', io).split(/\s+/).filter(Boolean)
  if (keys.length > 0 && keys.every(isTestKey)) return keys
  throw new InputError(`--client-keys ${file}: expected keys that begin with pk_test_, one a line.`)
}
