/**
 * A section of the recipes. Each recipe has it under a comment with its name, and the page about all recipes as a
 * heading.
 */
export type Section = 'Store' | 'Prepare' | 'Place' | 'Follow' | 'Look up' | 'Call'

export type Language = {
  /** The names of a command's program, or of its file. */
  readonly names: RegExp
  readonly recipe: string
  /** The code for the body of a purchase, for a reference in a path, and for the wait before a poll. */
  readonly json: string
  readonly encode: string
  readonly sleep: string
}

export const LANGUAGES: readonly Language[] = [
  {
    names: /^(?:python|pypy)[\d.]*$|\.py$/,
    recipe: 'docs/recipes/purchase.py',
    json: 'json.dumps({"partnerReference": reference, "sku": sku})',
    encode: 'quote(reference, safe="")',
    sleep: 'time.sleep(seconds)',
  },
  {
    names: /^(?:node|nodejs|npm|npx|tsx|bun|deno)$|\.[cm]?[jt]s$/,
    recipe: 'docs/recipes/purchase.mjs',
    json: 'JSON.stringify({ partnerReference, sku })',
    encode: 'encodeURIComponent(reference)',
    sleep: 'setTimeout(poll, 1000 * seconds)',
  },
  {
    names: /^java$|\.(?:java|jar)$/,
    recipe: 'docs/recipes/Purchase.java',
    json: 'mapper.writeValueAsString(Map.of("partnerReference", reference, "sku", sku))',
    encode: 'URLEncoder.encode(reference, UTF_8).replace("+", "%20")',
    sleep: 'Thread.sleep((long) Math.ceil(1000 * seconds))',
  },
  {
    names: /^php[\d.]*$|\.php$/,
    recipe: 'docs/recipes/purchase.php',
    json: "json_encode(['partnerReference' => $reference, 'sku' => $sku])",
    encode: 'rawurlencode($reference)',
    sleep: 'usleep((int) ceil(1_000_000 * $seconds))',
  },
  {
    names: /^(?:sh|bash|dash|zsh|ksh|curl)$|\.sh$/,
    recipe: 'examples/shell-curl/client.sh',
    json: `jq -nc --arg r "$reference" --arg s "$sku" '{partnerReference: $r, sku: $s}'`,
    encode: `jq -rn --arg r "$reference" '$r | @uri'`,
    sleep: 'sleep "$seconds"',
  },
]

/** The language of a command, by the first word that reveals one; undefined for an unknown one, and for a service. */
export function languageOf(command: readonly string[] | null): Language | undefined {
  const words = (command ?? []).map((word) => (word.split(/[\\/]/).at(-1) ?? '').replace(/\.exe$/i, ''))
  const telling = words.find((word) => LANGUAGES.some(({ names }) => names.test(word)))
  return LANGUAGES.find(({ names }) => telling !== undefined && names.test(telling))
}

/** The code for something in this language, as the end of a sentence; empty if the language is unknown. */
export function inLanguage(language: Language | undefined, what: 'json' | 'encode' | 'sleep'): string {
  return language === undefined ? '' : `: ${language[what]}`
}

/** Where to read a section: in the recipe of the language, otherwise on the page about all recipes. */
export function seeSection(language: Language | undefined, section: Section): string {
  return `${language?.recipe ?? 'docs/recipes/README.md'}, section "${section}"`
}
