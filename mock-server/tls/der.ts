/** The parts of DER (ITU-T X.690) that a certificate is written in. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const long = length > 255 ? [0x82, length >> 8, length & 255] : [0x81, length]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content])
}

const bytes = (...values: readonly number[]) => Uint8Array.from(values)

export const TRUE = der(0x01, bytes(0xff))

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
