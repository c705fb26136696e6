/** A section of the recipes: each file has it under a comment with its name, the page on all of them as a heading. */
export type Section = 'Store' | 'Prepare' | 'Place' | 'Follow' | 'Look up' | 'Call'

export type Language = {
  /** What the program of a command is called, or its file. */
  readonly names: RegExp
  readonly recipe: string
  /** How it says the body of a purchase, a reference in a path, and the wait for the seconds of the latest answer. */
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

/** The language of a command, by the first of its words that tells one; undefined where none does, as for a service. */
export function languageOf(command: readonly string[] | null): Language | undefined {
  const words = (command ?? []).map((word) => (word.split(/[\\/]/).at(-1) ?? '').replace(/\.exe$/i, ''))
  const telling = words.find((word) => LANGUAGES.some(({ names }) => names.test(word)))
  return LANGUAGES.find(({ names }) => telling !== undefined && names.test(telling))
}

/** How the language says something, to follow what is said in general words: nothing where it is not known. */
export function inLanguage(language: Language | undefined, what: 'json' | 'encode' | 'sleep'): string {
  return language === undefined ? '' : `: ${language[what]}`
}

/** Where a recipe shows a section: that of the language, else the page on all of them. */
export function seeSection(language: Language | undefined, section: Section): string {
  return `${language?.recipe ?? 'docs/recipes/README.md'}, section "${section}"`
}
