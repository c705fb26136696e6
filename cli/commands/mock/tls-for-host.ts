import { hostname } from 'node:os'
import { type CertificateFile, certificateFile } from '../../../mock-server/tls/certificate-file.ts'
import {
  type Certificate,
  LOOPBACK_HOSTS,
  makeCertificate,
} from '../../../mock-server/tls/make-certificate.ts'

/** Addresses that are those of every interface: a client calls by none of them. */
const EVERY_INTERFACE = ['0.0.0.0', '::']

/** A certificate for a mock that listens on a host, and its file. */
export async function tlsForHost(
  host: string,
): Promise<CertificateFile & { readonly certificate: Certificate }> {
  const name = EVERY_INTERFACE.includes(host) ? hostname() : host
  const certificate = makeCertificate([...LOOPBACK_HOSTS, name])
  return { certificate, ...(await certificateFile(certificate)) }
}
