import { secretFinder } from '../contract/text/key-forms.ts'
import { unescaped } from '../contract/text/redact.ts'

/** Tells whether a text holds the key in any form. */
export type HoldsKey = (text: string) => boolean

const MOST_LAYERS = 5
const ENTITY = /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi

/**
 * Finds one key in any text: plain, in hexadecimal, in Base64, and each of them percent-encoded, escaped for JSON or
 * HTML, in UTF-16, or in several of these layers.
 */
export function keyFinder(key: string): HoldsKey {
  const find = secretFinder([key])
  return (text) => {
    let layer: string | undefined = text.includes('\0') ? text.replaceAll('\0', '') : text
    for (let depth = 0; layer !== undefined && depth <= MOST_LAYERS; depth += 1) {
      let isFound = false
      find(layer, () => {
        isFound = true
      })
      if (isFound) return true
      layer = withoutOneLayer(layer)
    }
    return false
  }
}

function withoutOneLayer(text: string): string | undefined {
  const plain = unescaped(text)?.text
  if (!text.includes('&#')) return plain
  const found = (plain ?? text).replace(ENTITY, (written, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : written
  })
  return found === text ? undefined : found
}
