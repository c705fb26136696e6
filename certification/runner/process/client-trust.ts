import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, readFile, realpath, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { promisify } from 'node:util'
import { type Certificate, certificateFile } from '../../../mock-server/tls/certificate.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** An environment whose variables lead programs to files in which they find an authority. */
export type ClientTrust = {
  readonly env: Environment
  remove(): Promise<void>
}

/** Node trusts what this file holds besides what it trusts already. */
const ADDED = 'NODE_EXTRA_CA_CERTS'
/** OpenSSL, Python's requests and curl trust what these files hold instead. */
const REPLACED = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']

/**
 * Has a client trust the authority of a certificate besides what it trusts already: in Node, in what OpenSSL serves, and
 * in Java where there is a `keytool`. What the variables of `env` name stays trusted.
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

const OPTIONS = 'JAVA_TOOL_OPTIONS'
/** What every trust store of Java has: it holds no secret. */
const PASSWORD = 'changeit'

/** The variable that leads Java to a trust store beside the file in PEM, with what it has already; none without a Java. */
async function makeTrustStore(
  certificate: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const keytool = keytoolIn(env)
  if (keytool === undefined) return {}
  const store = `${certificate}.java`
  try {
    const own = join(await realpath(keytool), '../../lib/security/cacerts')
    if (existsSync(own)) await copyFile(own, store)
    const into = ['-keystore', store, '-storepass', PASSWORD, '-alias', 'partner-purchase-kit']
    await promisify(execFile)(keytool, ['-importcert', '-noprompt', '-file', certificate, ...into])
  } catch {
    // An unusable Java counts as missing: a client that needs it reports that itself.
    return {}
  }
  const options = [`-Djavax.net.ssl.trustStore=${store}`, `-Djavax.net.ssl.trustStorePassword=${PASSWORD}`]
  const given = env[OPTIONS] ?? ''
  return { [OPTIONS]: [given, ...options.map(quoted)].filter((text) => text !== '').join(' ') }
}

function keytoolIn({ JAVA_HOME, PATH = '' }: Readonly<Record<string, string | undefined>>) {
  const folders = [...(JAVA_HOME ? [join(JAVA_HOME, 'bin')] : []), ...PATH.split(delimiter)]
  const files = folders.flatMap((folder) => [join(folder, 'keytool'), join(folder, 'keytool.exe')])
  return files.find((file) => existsSync(file))
}

function quoted(option: string): string {
  return /\s/.test(option) ? `"${option}"` : option
}
