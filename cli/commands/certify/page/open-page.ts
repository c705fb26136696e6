import type { Profile } from '../../../../contract/profile/profile.ts'
import { legible } from '../../../../contract/text/harmless.ts'
import type { Io } from '../../../io.ts'
import { openBrowser } from '../../../terminal/open-browser.ts'
import { type CertificationPage, serveCertificationPage } from './certification-page.ts'

/** Serves the page of a certification, and opens it in the browser. */
export async function openCertificationPage(
  client: string,
  profile: Profile,
  io: Io,
): Promise<CertificationPage> {
  const page = await serveCertificationPage(legible(client), profile)
  openBrowser(await page.ticketAddress(), page.address, io)
  return page
}
