import { generateKeyPairSync, sign } from 'node:crypto'
import {
  bits,
  integer,
  octets,
  oid,
  sequence,
  set,
  tagged,
  utcTime,
  utf8,
  wrapped,
} from '../../mock-server/tls/certificate.ts'

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const NAME = sequence(set(sequence(oid(0x55, 0x04, 0x03), utf8('test'))))
const FOR_THIS_MACHINE = sequence(
  sequence(oid(0x55, 0x1d, 0x11), octets(sequence(tagged(7, Uint8Array.of(127, 0, 0, 1))))),
)
const DAY_MS = 86_400_000

/** A key, and a certificate for 127.0.0.1 that nobody but itself has signed (RFC 5280). Both in PEM. */
export function selfSigned() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = sequence(
    wrapped(0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    NAME,
    sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS)),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    wrapped(3, FOR_THIS_MACHINE),
  )
  const signature = bits(sign('sha256', signed, privateKey))
  const base64 = sequence(signed, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
