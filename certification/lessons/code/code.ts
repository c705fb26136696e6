import type { Profile } from '../../../contract/profile/profile.ts'
import { DEFAULT_PROFILE } from '../../../contract/profile/profile-defaults.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import { CODE, type CodeId, type Language } from './snippets.ts'

/**
 * The languages that advice is also given in as code: what their HTTP libraries call themselves, and what starts a program of
 * it, as a word of a command: the program, or its file.
 */
const SIGNS: { readonly [Name in Language]: readonly [agent: RegExp, command?: RegExp] } = {
  python: [
    /\b(?:python|aiohttp|httpx|urllib3?)\b/i,
    /(?:^|[\\/])(?:python[\d.]*|py|uv|poetry)(?:\.exe)?$|\.py$/,
  ],
  java: [
    /\b(?:java|okhttp|apache-httpclient|jersey|ktor)\b/i,
    /(?:^|[\\/])(?:java|mvnw?|gradlew?|kotlin)(?:\.exe|\.bat)?$|\.(?:java|jar|kts?)$/,
  ],
  php: [/\b(?:php|guzzlehttp)\b/i, /(?:^|[\\/])php[\d.]*(?:\.exe)?$|\.php$/],
  go: [/\bgo-(?:http-client|resty)\b/i, /(?:^|[\\/])go(?:\.exe)?$|\.go$/],
  csharp: [/\b(?:dotnet|restsharp|\.net)\b/i, /(?:^|[\\/])dotnet(?:\.exe)?$|\.(?:cs|csproj|dll)$/],
  ruby: [/\b(?:ruby|faraday|httparty|excon)\b/i, /(?:^|[\\/])(?:ruby[\d.]*|bundle|rake)(?:\.exe)?$|\.rb$/],
  rust: [
    /\b(?:reqwest|ureq|hyper|isahc)\b/i,
    /(?:^|[\\/])cargo(?:\.exe)?$|[\\/]target[\\/](?:release|debug)[\\/]|\.rs$/,
  ],
  javascript: [
    /^node$|\b(?:node(?:-fetch|-superagent)?|undici|axios|got|bun|deno)\b/i,
    /(?:^|[\\/])(?:node|npm|npx|tsx|bun|deno|yarn|pnpm)(?:\.exe|\.cmd)?$|\.[cm]?[jt]sx?$/,
  ],
  curl: [/^curl\//i],
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
  const agents = exchanges.flatMap(({ request }) => request.headers['user-agent'] ?? [])
  // The keys of an object with a known type.
  const languages = Object.keys(SIGNS) as Language[]
  const sent = languages.find((language) => SIGNS[language][0].test(agents[0] ?? ''))
  const started = languages.find((language) => command?.some((word) => SIGNS[language][1]?.test(word)))
  return sent ?? traced ?? started
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
