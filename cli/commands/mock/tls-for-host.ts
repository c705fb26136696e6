import { hostname } from 'node:os'
import { EVERY_ADDRESS } from '../../../mock-server/guards/loopback.ts'
import { type CertificateFile, certificateFile } from '../../../mock-server/tls/certificate-file.ts'
import {
  type Certificate,
  LOOPBACK_HOSTS,
  makeCertificate,
} from '../../../mock-server/tls/make-certificate.ts'

/** A certificate for a mock that listens on a host, and its file. */
export async function tlsForHost(
  host: string,
): Promise<CertificateFile & { readonly certificate: Certificate }> {
  const name = host in EVERY_ADDRESS ? hostname() : host
  const certificate = makeCertificate([...LOOPBACK_HOSTS, name])
  return { certificate, ...(await certificateFile(certificate)) }
}
