import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, realpath } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const OPTIONS = 'JAVA_TOOL_OPTIONS'
/** What every trust store of Java has: it holds no secret. */
const PASSWORD = 'changeit'

/**
 * Makes a trust store for Java that holds a certificate besides those of the installed Java, where there is a `keytool`.
 *
 * @param certificate a file in PEM; the trust store is written beside it.
 * @returns the variable that leads Java to it, with what is in it already; nothing where there is no Java.
 */
export async function makeTrustStore(
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
