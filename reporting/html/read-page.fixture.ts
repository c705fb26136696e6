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

/** The page of a report, read. */
export function readPage(report: Report, render: typeof toHtml = toHtml): ReadPage {
  const body =
    /<body>[\s\S]*<\/body>/.exec(render(harmless(report)))?.[0].replace(/<script>[\s\S]*<\/script>/, '') ?? ''
  const sections = [...body.matchAll(/<section [\s\S]*?<\/section>/g)].map(([section]) => section)
  return {
    ...partOf(body),
    heading: wordsOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? ''),
    section(heading) {
      const found = sections.find(
        (one) => wordsOf(/<h2[^>]*>([\s\S]*?)<\/h2>/.exec(one)?.[1] ?? '') === heading,
      )
      return found === undefined ? undefined : partOf(found)
    },
    place(target) {
      const id = [...body.matchAll(/ id="([^"]*)"/g)].find(
        ([, id = '']) => decoded(id) === decodeURIComponent(target),
      )
      if (id === undefined) return undefined
      const [inside = ''] = body
        .slice(id.index)
        .split(/<\/article>|<\/section>|<\/tr>|<\/details>\s*<details class="fold/)
      return partOf(`<p${inside}`)
    },
  }
}

function partOf(markup: string): Part {
  const links = [...markup.matchAll(/<a [^>]*href="#([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]
  return {
    text: wordsOf(markup),
    links: links.map(([, target = '', name = '']) => ({ name: wordsOf(name), target: decoded(target) })),
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
