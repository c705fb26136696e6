import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAddress } from '../../fixtures/ip-address.ts'

/** The parts of DER (ITU-T X.690) that a certificate is written in. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const long = length > 255 ? [0x82, length >> 8, length & 255] : [0x81, length]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content])
}

const bytes = (...values: readonly number[]) => Uint8Array.from(values)

const TRUE = der(0x01, bytes(0xff))

/** A positive integer, from its bytes; the first bit of them is a sign. */
export const integer = (...value: readonly number[]) => der(0x02, bytes(...value))
export const octets = (content: Uint8Array) => der(0x04, content)
export const oid = (...encoded: readonly number[]) => der(0x06, bytes(...encoded))
export const utf8 = (text: string) => der(0x0c, Buffer.from(text))
export const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents)
export const set = (...contents: readonly Uint8Array[]) => der(0x31, ...contents)

/** @param unused how many bits at the end are not part of it. */
export const bits = (content: Uint8Array, unused = 0) => der(0x03, bytes(unused), content)

/** A member with a tag of its context, in the place of its own. */
export const tagged = (tag: number, content: Uint8Array) => der(0x80 | tag, content)

/** A member with a tag of its context around it. */
export const wrapped = (tag: number, content: Uint8Array) => der(0xa0 | tag, content)

/** A moment before 2050, to the second. */
export function utcTime(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

/** The key and certificate of a server, and the authority. Each in PEM. */
export type Certificate = {
  readonly key: string
  readonly cert: string
  /** The authority that signed it: what a client has to trust. Its own key is kept nowhere. */
  readonly authority: string
}

export const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '::1']

const DAY_MS = 86_400_000
/** The maximum that the strictest clients accept (Apple: 398 days). */
const VALID_DAYS = 397

/**
 * Makes an authority, and a certificate by it for a server (RFC 5280). The authority signs nothing else: to trust it is to
 * trust this one certificate.
 *
 * @param hosts the names and addresses that the server is reached by.
 *
 * @example
 * const { key, cert, authority } = makeCertificate(['localhost', '127.0.0.1'])
 */
export function makeCertificate(hosts: readonly string[] = LOOPBACK_HOSTS): Certificate {
  const [issuer, subject] = [keyPair(), keyPair()]
  // A client may trust several: each has a name of its own.
  const issuerName = nameOf(`Partner Purchase Kit, for one run (${randomBytes(4).toString('hex')})`)
  const signedBy = { name: issuerName, key: issuer.privateKey, id: keyId(issuer) }
  const authority = certificate(issuer, issuerName, signedBy, [
    extension(BASIC_CONSTRAINTS, sequence(TRUE), TRUE),
    extension(KEY_USAGE, bits(Uint8Array.of(0b0000_0110), 1), TRUE),
  ])
  const cert = certificate(subject, nameOf('Partner Purchase mock'), signedBy, [
    extension(BASIC_CONSTRAINTS, sequence(), TRUE),
    extension(KEY_USAGE, bits(Uint8Array.of(0b1000_0000), 7), TRUE),
    extension(EXTENDED_KEY_USAGE, sequence(SERVER_AUTHENTICATION)),
    extension(SUBJECT_ALTERNATIVE_NAME, sequence(...[...new Set(hosts)].map(hostName))),
  ])
  const key = subject.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { key, cert, authority }
}

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

type KeyPair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject }

const keyPair = (): KeyPair => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = ({ publicKey }: KeyPair) => publicKey.export({ type: 'spki', format: 'der' })
const keyId = (pair: KeyPair) => createHash('sha1').update(spki(pair)).digest()

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const SERVER_AUTHENTICATION = oid(0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01)
const SUBJECT_KEY_ID = oid(0x55, 0x1d, 0x0e)
const KEY_USAGE = oid(0x55, 0x1d, 0x0f)
const SUBJECT_ALTERNATIVE_NAME = oid(0x55, 0x1d, 0x11)
const BASIC_CONSTRAINTS = oid(0x55, 0x1d, 0x13)
const AUTHORITY_KEY_ID = oid(0x55, 0x1d, 0x23)
const EXTENDED_KEY_USAGE = oid(0x55, 0x1d, 0x25)

function extension(id: Buffer, value: Buffer, ...critical: readonly Buffer[]): Buffer {
  return sequence(id, ...critical, octets(value))
}

function nameOf(commonName: string): Buffer {
  return sequence(set(sequence(oid(0x55, 0x04, 0x03), utf8(commonName))))
}

function hostName(host: string): Buffer {
  const address = parseAddress(host)
  return address === undefined
    ? tagged(2, Buffer.from(host))
    : tagged(7, Uint8Array.from(address.toByteArray()))
}

type Issuer = { readonly name: Buffer; readonly key: KeyObject; readonly id: Buffer }

function certificate(pair: KeyPair, name: Buffer, issuer: Issuer, extensions: readonly Buffer[]): string {
  const keyIds = [
    extension(SUBJECT_KEY_ID, octets(keyId(pair))),
    extension(AUTHORITY_KEY_ID, sequence(tagged(0, issuer.id))),
  ]
  const now = Date.now()
  const signed = sequence(
    wrapped(0, integer(2)),
    integer(1, ...randomBytes(15)),
    ECDSA_WITH_SHA256,
    issuer.name,
    sequence(utcTime(now - DAY_MS), utcTime(now + (VALID_DAYS - 1) * DAY_MS)),
    name,
    spki(pair),
    wrapped(3, sequence(...extensions, ...keyIds)),
  )
  const signature = bits(sign('sha256', signed, issuer.key))
  const base64 = sequence(signed, ECDSA_WITH_SHA256, signature).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}
