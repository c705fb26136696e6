import { OwnExchanges, partEvent } from '../../../../mock-server/admin/events/exchanges.ts'
import type { PageEvent, PageFeed } from '../../../../mock-server/admin/events/feed.ts'
import type { ShownCertification } from './shown-certification.ts'

/** What one page of a certification is sent. */
export class CertificationFeed implements PageFeed {
  readonly #shown: ShownCertification
  readonly #exchanges: OwnExchanges
  #version = -1

  constructor(shown: ShownCertification) {
    this.#shown = shown
    this.#exchanges = new OwnExchanges(shown.exchanges, -1)
  }

  async next(): Promise<readonly PageEvent[]> {
    const exchanges: PageEvent[] = []
    for (let isMore = true; isMore; isMore = this.#shown.isConcluded && exchanges.length < MOST_LAST_PARTS) {
      const part = this.#exchanges.next()
      if (part.exchanges.length === 0 && part.skipped === 0) break
      exchanges.push({ event: 'exchanges', data: partEvent(part) })
    }
    const { version, events } = this.#shown.changesSince(this.#version)
    this.#version = version
    return [...exchanges, ...events]
  }
}

/** Once the run is concluded nothing more arrives, and a page gets the rest in this many parts. */
const MOST_LAST_PARTS = 100
