import { setTimeout as pause } from 'node:timers/promises'
import type { Judgement } from '../../../../certification/judge-journal.ts'
import type { CertificationProgress } from '../../../../certification/runner/progress.ts'
import type { Profile } from '../../../../contract/profile/profile.ts'
import { legible } from '../../../../contract/text/harmless.ts'
import type { PageFeed } from '../../../../mock-server/admin/events/feed.ts'
import { runPageApp } from '../../../../mock-server/admin/routes.ts'
import { assembleMock } from '../../../../mock-server/sandbox/assemble-mock.ts'
import { endPages } from '../../../../mock-server/sandbox/mock.ts'
import { pageScript, serveFetch } from '../../../../mock-server/serve.ts'
import type { Io } from '../../../io.ts'
import { openBrowser, pageAddress } from '../../../terminal/open-browser.ts'
import { ShownCertification } from './shown-certification.ts'

export type CertificationPage = {
  readonly address: string
  see(progress: CertificationProgress): void
  conclude(judgement: Judgement): void
  /** Sends open pages what is left to say, and closes the page. It does not wait for a page that does not read. */
  close(): Promise<void>
}

const LAST_EVENTS_MS = 500

const NO_VERDICT = 'The run ended without a verdict: the terminal says why.'

export async function openCertificationPage(
  client: string,
  profile: Profile,
  io: Io,
): Promise<CertificationPage> {
  const page = await serveCertificationPage(legible(client), profile)
  openBrowser(page.address, io)
  return page
}

/**
 * Serves the page of a certification at a port of its own, on this machine. A client can't reach it through the mocks that it is
 * given; the page itself has no commands.
 */
export async function serveCertificationPage(client: string, profile: Profile): Promise<CertificationPage> {
  // Read before any client is started, so that a page that is opened takes no time from a trial.
  await pageScript()
  const mock = assembleMock({ profile, pageScript, partners: [], unknownKeys: 'reject' })
  const shown = new ShownCertification(client)
  const { fetch } = runPageApp(mock, () => feedOf(shown))
  const { url, close } = await serveFetch(fetch, { profile })
  return {
    address: pageAddress(url),
    see: (progress) => shown.see(progress),
    conclude: (judgement) => shown.conclude(judgement),
    async close() {
      shown.conclude(NO_VERDICT)
      endPages(mock)
      await Promise.race([close(), pause(LAST_EVENTS_MS)])
    },
  }
}

function feedOf(shown: ShownCertification): PageFeed {
  let known = -1
  return {
    async next() {
      const { version, events } = shown.changesSince(known)
      known = version
      return events
    },
  }
}
