/** What the page knows of its mock before it has asked anything. The mock writes it into the page. */
export type PageFacts = {
  /** A mock, or a certification, which uses mocks of its own. */
  readonly shows: 'mock' | 'certification'
  /** Where the API is, without a slash at its end. */
  readonly baseUrl: string
  /** The header that carries the key, and its value with `{key}` in it. */
  readonly auth: { readonly header: string; readonly format: string }
  /** Whether a key that is in no list of partners is served. */
  readonly acceptsUnknownKeys: boolean
  /** What every command of this page has to carry: another page does not know it. */
  readonly pageToken: string
}

/** The id of the element that holds the facts, as JSON. */
const FACTS_ID = 'facts'

/** The facts of this page. */
export function readFacts(document: Document): PageFacts {
  // The mock that wrote the page wrote them, in this shape.
  return JSON.parse(document.getElementById(FACTS_ID)?.textContent ?? '{}') as PageFacts
}
