import { hostname } from 'node:os'
import { EVERY_ADDRESS } from '../../../mock-server/http/listen.ts'
import {
  type Certificate,
  type CertificateFile,
  certificateFile,
  LOOPBACK_HOSTS,
  makeCertificate,
} from '../../../mock-server/tls/certificate.ts'

export async function tlsForHost(
  host: string,
): Promise<CertificateFile & { readonly certificate: Certificate }> {
  const name = host in EVERY_ADDRESS ? hostname() : host
  const certificate = makeCertificate([...LOOPBACK_HOSTS, name])
  return { certificate, ...(await certificateFile(certificate)) }
}
