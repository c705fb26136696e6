import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { toHtml } from './page.ts'

/** A page as tests read it: its words with single spaces, its links, and the targets of links. */
type ReadPage = {
  readonly text: string
  readonly links: readonly { readonly name: string; readonly target: string }[]
  readonly places: ReadonlySet<string>
  /** The names in the list of clauses, in order; and the names of the open panels below. */
  readonly rows: readonly string[]
  readonly open: readonly string[]
  /** The words in the panel of a clause. */
  panel(name: string): string
}

export function readPage(report: Report): ReadPage {
  const body = /<body>[\s\S]*<\/body>/.exec(toHtml(harmless(report)))?.[0] ?? ''
  const panels = body.split('<details class="panel').slice(1)
  const named = panels.map((panel) => [wordsOf(/<h2>(.*?)<\/h2>/.exec(panel)?.[1] ?? ''), panel] as const)
  const [list = ''] = /<ol class="rows" aria-label="Clauses">[\s\S]*?<\/ol>/.exec(body) ?? []
  return {
    text: wordsOf(body),
    links: [...body.matchAll(/<a [^>]*href="#([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(
      ([, target = '', name = '']) => ({ name: wordsOf(name), target: decodeURIComponent(target) }),
    ),
    places: new Set([...body.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => decoded(id))),
    rows: [...list.matchAll(/<span class="id">(.*?)<\/span>/g)].map(([, name = '']) => decoded(name)),
    open: named.flatMap(([name, panel]) => (/^[^>]* open>/.test(panel) ? [name] : [])),
    panel: (name) => wordsOf(`<${named.find(([one]) => one === name)?.[1] ?? ''}`),
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
}

function wordsOf(markup: string): string {
  const words = markup
    .replaceAll(/<\/?(?:code|b|bdi|time|span class="(?:id|text)"|a|i)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
  return decoded(words).replaceAll(/\s+/g, ' ').trim()
}
