import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from './make-certificate.ts'

/** A certificate file for clients. */
export type CertificateFile = {
  readonly path: string
  /** Removes it, and its folder. */
  remove(): Promise<void>
}

/** Writes the authority of a certificate, in PEM, into its own folder. */
export async function certificateFile({ authority }: Certificate): Promise<CertificateFile> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-purchase-tls-'))
  const path = join(folder, 'certificate.pem')
  await writeFile(path, authority)
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}
