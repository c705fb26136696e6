import { createSecureContext } from 'node:tls'
import { type Folder, InputError } from '../io.ts'
import { readText } from './files.ts'

/** Reads what a mock serves https by. @throws {InputError} for files that are no certificate and its key. */
export function loadCertificate(certFile: string, keyFile: string, folder: Folder) {
  const [cert, key] = [readText(certFile, '--tls-cert', folder), readText(keyFile, '--tls-key', folder)]
  try {
    // It takes an empty text for one that is not given.
    createSecureContext({ cert: cert || '-', key: key || '-' })
    return { cert, key }
  } catch {
    throw new InputError(
      `--tls-cert ${certFile}, --tls-key ${keyFile}: they are no certificate with its key, each in PEM. Name both as a server takes them, the key without a passphrase.`,
    )
  }
}
