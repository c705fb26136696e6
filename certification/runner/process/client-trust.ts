import { readFile, writeFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import { type Certificate, certificateFile } from '../../../mock-server/tls/certificate.ts'
import { makeTrustStore } from './trust-store.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** An environment whose variables lead programs to files in which they find an authority. */
export type ClientTrust = {
  readonly env: Environment
  /** Removes the files. */
  remove(): Promise<void>
}

/** Node trusts what this file holds besides what it trusts already. */
const ADDED = 'NODE_EXTRA_CA_CERTS'
/** OpenSSL, Python's requests and curl trust what these files hold instead. */
const REPLACED = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']

/**
 * Has a client trust the authority of a certificate besides what it trusts already: in Node, in what OpenSSL serves, and
 * in Java where there is a `keytool`.
 *
 * @param env the environment that the client would have; what its variables name stays trusted.
 *
 * @example
 * const { env, remove } = await clientTrust(makeCertificate(), process.env)
 * spawn('python3', ['client.py'], { env }).on('close', remove)
 */
export async function clientTrust(
  certificate: Certificate,
  env: Environment = process.env,
): Promise<ClientTrust> {
  const { path, remove } = await certificateFile(certificate)
  const { authority } = certificate
  const [added, bundle] = [`${path}.added.pem`, `${path}.bundle.pem`]
  try {
    const [before, ...replaced] = await Promise.all([ADDED, ...REPLACED].map((name) => textOf(env[name])))
    const [java] = await Promise.all([
      makeTrustStore(path, env),
      writeFile(added, joined([before ?? '', authority])),
      writeFile(bundle, joined([...rootCertificates, ...new Set(replaced), authority])),
    ])
    const openssl = Object.fromEntries(REPLACED.map((name) => [name, bundle]))
    return { remove, env: { ...env, [ADDED]: added, ...openssl, ...java } }
  } catch (cause) {
    await remove()
    throw cause
  }
}

/** What the file holds that a variable names; nothing where it can't be read, as the client would find. */
function textOf(file: string | undefined): Promise<string> {
  return file === undefined || file === '' ? Promise.resolve('') : readFile(file, 'utf8').catch(() => '')
}

function joined(certificates: readonly string[]): string {
  return certificates
    .filter((text) => text.trim() !== '')
    .map((text) => `${text.trim()}\n`)
    .join('')
}
