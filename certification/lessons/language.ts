/** The languages that advice is also given in as code. */
export const LANGUAGES = [
  'python',
  'java',
  'javascript',
  'php',
  'go',
  'csharp',
  'ruby',
  'rust',
  'curl',
] as const

/** A language that a client is written in. */
export type Language = (typeof LANGUAGES)[number]

type Sign = readonly [Language, RegExp]

/** What the HTTP libraries of a language call themselves. */
const BY_USER_AGENT: readonly Sign[] = [
  ['python', /\b(?:python|aiohttp|httpx|urllib3?)\b/i],
  ['java', /\b(?:java|okhttp|apache-httpclient|jersey|ktor)\b/i],
  ['php', /\b(?:php|guzzlehttp)\b/i],
  ['go', /\bgo-(?:http-client|resty)\b/i],
  ['csharp', /\b(?:dotnet|restsharp|\.net)\b/i],
  ['ruby', /\b(?:ruby|faraday|httparty|excon)\b/i],
  ['rust', /\b(?:reqwest|ureq|hyper|isahc)\b/i],
  ['javascript', /^node$|\b(?:node(?:-fetch|-superagent)?|undici|axios|got|bun|deno)\b/i],
  ['curl', /^curl\//i],
]

/** What starts a program of a language, as a word of a command: the program, or its file. */
const BY_COMMAND: readonly Sign[] = [
  ['python', /(?:^|[\\/])(?:python[\d.]*|py|uv|poetry)(?:\.exe)?$|\.py$/],
  ['java', /(?:^|[\\/])(?:java|mvnw?|gradlew?|kotlin)(?:\.exe|\.bat)?$|\.(?:java|jar|kts?)$/],
  ['php', /(?:^|[\\/])php[\d.]*(?:\.exe)?$|\.php$/],
  ['go', /(?:^|[\\/])go(?:\.exe)?$|\.go$/],
  ['csharp', /(?:^|[\\/])dotnet(?:\.exe)?$|\.(?:cs|csproj|dll)$/],
  ['ruby', /(?:^|[\\/])(?:ruby[\d.]*|bundle|rake)(?:\.exe)?$|\.rb$/],
  ['rust', /(?:^|[\\/])cargo(?:\.exe)?$|[\\/]target[\\/](?:release|debug)[\\/]|\.rs$/],
  ['javascript', /(?:^|[\\/])(?:node|npm|npx|tsx|bun|deno|yarn|pnpm)(?:\.exe|\.cmd)?$|\.[cm]?[jt]sx?$/],
]

/** What is known of a client beside what it does. */
export type LanguageSigns = {
  readonly userAgent: string | undefined
  readonly command: readonly string[] | null
  /** Of its stack traces. */
  readonly traced: Language | undefined
}

/**
 * The language of a client; undefined where nothing shows it. A script that calls curl has a shell's command, so
 * what the requests say comes first.
 *
 * @example
 * languageOf({ userAgent: 'Python-urllib/3.11', command: null, traced: undefined }) // 'python'
 */
export function languageOf({ userAgent = '', command, traced }: LanguageSigns): Language | undefined {
  const [sent] = BY_USER_AGENT.find(([, sign]) => sign.test(userAgent)) ?? []
  const [started] = BY_COMMAND.find(([, sign]) => (command ?? []).some((word) => sign.test(word))) ?? []
  return sent ?? traced ?? started
}
