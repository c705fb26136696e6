import fc from 'fast-check'

/** Code points that only UTF-16 uses, in pairs: no character has one of them. */
const SURROGATES = { from: 0xd800, count: 0x800 }

/**
 * Any character, as the unit of a string. The one of fast-check, `binary`, is the same, but first makes a table of a million
 * entries in each process.
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count),
  (text) => {
    const [code, ...others] = Array.from(String(text), (character) => character.codePointAt(0) ?? 0)
    if (code === undefined || others.length > 0) throw new Error('It is not one character.')
    return code < SURROGATES.from ? code : code - SURROGATES.count
  },
)
