import { generateKeyPairSync, sign } from 'node:crypto'

/** One value in DER (ITU-T X.690): a tag, a length, and what is in it. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const long = length > 255 ? [0x82, length >> 8, length & 255] : [0x81, length]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content])
}

const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents)
const oid = (...bytes: readonly number[]) => der(0x06, Uint8Array.from(bytes))

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const NAME = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('test')))))
const FOR_THIS_MACHINE = sequence(
  sequence(oid(0x55, 0x1d, 0x11), der(0x04, sequence(der(0x87, Uint8Array.of(127, 0, 0, 1))))),
)
const DAY_MS = 86_400_000

/** So many days from now. */
function time(days: number): Buffer {
  const digits = new Date(Date.now() + days * DAY_MS).toISOString().replace(/\D/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}

/** A key, and a certificate for 127.0.0.1 that nobody but itself has signed (RFC 5280). Both in PEM. */
export function selfSigned() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = sequence(
    der(0xa0, der(0x02, Uint8Array.of(2))),
    der(0x02, Uint8Array.of(1)),
    ECDSA_WITH_SHA256,
    NAME,
    sequence(time(-1), time(1)),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, FOR_THIS_MACHINE),
  )
  const signature = der(0x03, Uint8Array.of(0), sign('sha256', signed, privateKey))
  const base64 = sequence(signed, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
