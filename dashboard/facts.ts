import type { PageFacts } from '../contract/wire/page-facts.ts'

/** The id of the element that holds the facts, as JSON. */
const FACTS_ID = 'facts'

/** The facts of this page. */
export function readFacts(document: Document): PageFacts {
  // The mock that wrote the page wrote them, in this shape.
  return JSON.parse(document.getElementById(FACTS_ID)?.textContent ?? '{}') as PageFacts
}
