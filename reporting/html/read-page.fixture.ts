import type { Report } from '../../contract/report/report.ts'
import { harmless } from '../../contract/text/harmless.ts'
import { toHtml } from './page.ts'

/** A part of a page for a reader: its text and its links. */
type Part = {
  /** The words, with single spaces. */
  readonly text: string
  readonly links: readonly { readonly name: string; readonly target: string }[]
}

/** A page for a reader. */
export type ReadPage = Part & {
  /** The page's own heading. */
  readonly heading: string
  /** The part below a heading of the second level; undefined where there is none. */
  section(heading: string): Part | undefined
  /** The part that a link to this place leads to; undefined where it leads nowhere. */
  place(target: string): Part | undefined
}

/** Pages by their reports: many tests look at one. */
const read = new WeakMap<Report, ReadPage>()

/** The page of a report, read. */
export function readPage(report: Report): ReadPage {
  const page = read.get(report) ?? pageOf(report)
  read.set(report, page)
  return page
}

function pageOf(report: Report): ReadPage {
  const body =
    /<body>[\s\S]*<\/body>/.exec(toHtml(harmless(report)))?.[0].replace(/<script>[\s\S]*<\/script>/, '') ?? ''
  const ids = new Map(
    [...body.matchAll(/ id="([^"]*)"/g)].toReversed().map(({ 1: id = '', index }) => [decoded(id), index]),
  )
  const sections = [...body.matchAll(/<section [\s\S]*?<\/section>/g)].map(([section]) => section)
  const page = {
    heading: wordsOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? ''),
    section(heading: string) {
      const found = sections.find(
        (one) => wordsOf(/<h2[^>]*>([\s\S]*?)<\/h2>/.exec(one)?.[1] ?? '') === heading,
      )
      return found === undefined ? undefined : partOf(found)
    },
    place(target: string) {
      const from = ids.get(decodeURIComponent(target))
      if (from === undefined) return undefined
      const rest = body.slice(from)
      const length = rest.search(/<\/article>|<\/section>|<\/tr>|<\/details>\s*<details class="fold|$/)
      return partOf(`<p${rest.slice(0, length)}`)
    },
  }
  return Object.assign(partOf(body), page)
}

/** A part that is read when somebody asks for its text or its links. */
function partOf(markup: string): Part {
  return {
    get text() {
      return wordsOf(markup)
    },
    get links() {
      const links = [...markup.matchAll(/<a [^>]*href="#([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]
      return links.map(([, target = '', name = '']) => ({ name: wordsOf(name), target: decoded(target) }))
    },
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
}

function wordsOf(markup: string): string {
  const words = markup
    .replaceAll(/<\/?(?:code|b|bdi|time|span|a|i|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
  return decoded(words).replaceAll(/\s+/g, ' ').trim()
}
