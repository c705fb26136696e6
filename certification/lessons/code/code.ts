import type { Profile } from '../../../contract/profile/profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { CODE, type CodeId, type Language } from './snippets.ts'

/** What shows a language: what its HTTP libraries call themselves; of a command, its programs, and the ends of its files. */
const SIGNS: { readonly [Name in Language]: readonly [agent: string, programs?: string, files?: string] } = {
  python: ['python|aiohttp|httpx|urllib3?', 'python[\\d.]*|py|uv|poetry', 'py'],
  java: ['java|okhttp|apache-httpclient|jersey|ktor', 'java|mvnw?|gradlew?|kotlin', 'java|jar|kts?'],
  php: ['php|guzzlehttp', 'php[\\d.]*', 'php'],
  go: ['go-(?:http-client|resty)', 'go', 'go'],
  csharp: ['dotnet|restsharp|\\.net', 'dotnet', 'cs|csproj|dll'],
  ruby: ['ruby|faraday|httparty|excon', 'ruby[\\d.]*|bundle|rake', 'rb'],
  rust: ['reqwest|ureq|hyper|isahc', 'cargo|target[\\\\/](?:release|debug)[\\\\/].+', 'rs'],
  javascript: [
    'node(?:-fetch|-superagent)?|undici|axios|got|bun|deno',
    'node|npm|npx|tsx|bun|deno|yarn|pnpm',
    '[cm]?[jt]sx?',
  ],
  curl: ['curl(?=/)'],
}

/**
 * The language of a client, from what it sent, what its stack traces are of, and how it is started; undefined where nothing
 * shows it. A script that calls curl has a shell's command, so what the requests say comes first.
 */
export function languageOf(
  exchanges: readonly Exchange[],
  command: readonly string[] | null,
  traced: Language | undefined,
): Language | undefined {
  const [agent = ''] = exchanges.flatMap(({ request }) => request.headers['user-agent'] ?? [])
  // The keys of an object with a known type.
  const languages = Object.keys(SIGNS) as Language[]
  const sent = languages.find((language) => RegExp(`\\b(?:${SIGNS[language][0]})\\b`, 'i').test(agent))
  const isStarted = (language: Language) => {
    const [, programs = '(?!)', files = '(?!)'] = SIGNS[language]
    const sign = RegExp(`(?:^|[\\\\/])(?:${programs})(?:\\.exe|\\.bat|\\.cmd)?$|\\.(?:${files})$`)
    return command?.some((word) => sign.test(word))
  }
  return sent ?? traced ?? languages.find(isStarted)
}

/** The answers of the profile that a piece of code is written for: for others it would be wrong. */
const WRITTEN_FOR: { readonly [Id in CodeId]?: (profile: Profile) => unknown } = {
  call: ({ auth }) => auth,
  body: ({ auth }) => auth,
  amount: ({ money }) => money.format,
  'lookup-path': ({ lookup }) => lookup,
}

/** Some advice as code in the language of a client; undefined where it is not known, or the profile asks for other code. */
export function codeFor(
  id: CodeId | undefined,
  language: Language | undefined,
  profile: Profile,
): string | undefined {
  if (id === undefined || language === undefined) return undefined
  const answer = WRITTEN_FOR[id]
  const isUsual =
    answer === undefined || JSON.stringify(answer(profile)) === JSON.stringify(answer(DEFAULT_PROFILE))
  return isUsual ? CODE[language][id] : undefined
}
