import { legible } from '../../contract/text/harmless.ts'

/** Markup from this code, as opposed to text, which may come from anywhere. */
export class Markup {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** The values of a template. Markup is kept, text is escaped, a list is concatenated, and null is empty. */
export type Content = Markup | string | number | null | readonly Content[]

/**
 * A template of HTML. Every value that is not {@link Markup} becomes text, in content and in quoted attributes. It is
 * redacted, made legible and escaped here, and nowhere else.
 */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  const sources = parts.map((part, index) => part + sourceOf(contents[index] ?? null))
  return new Markup(sources.join(''))
}

function sourceOf(content: Content): string {
  if (content === null) return ''
  if (content instanceof Markup) return content.source
  if (typeof content === 'object') return content.map(sourceOf).join('')
  return escapeMarkup(legible(String(content)))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for content and quoted attributes of HTML, SVG and XML. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
