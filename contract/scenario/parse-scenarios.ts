import * as z from 'zod'
import { parseJsonFile } from '../text/json-file.ts'
import { keysHere, placeName, quotedValue, schemaErrors } from '../text/schema-errors.ts'
import { isObject } from '../wire/json-pointer.ts'
import { type Scenario, scenarioSchema } from './scenario.ts'

/** Scenarios that can't be used: names the file, the place in it, what was found and what fits. */
export class ScenariosError extends Error {
  override readonly name = 'ScenariosError'
}

const ROOT = 'scenarios'
const scenariosSchema = z.array(scenarioSchema, 'a list of scenarios')

/**
 * Reads the text of a scenario file: JSON, `{ "scenarios": [ … ] }` or the list alone. What has a default may be left
 * out.
 *
 * @param source what to call it in an error: a file name.
 * @throws {ScenariosError} for text that is not JSON, and for everything that is invalid, all in one message.
 *
 * @example
 * const course = { processing: [], settles: 'failure' }
 * parseScenarios(JSON.stringify([{ sku: 'CARD-1', name: 'fails', story: 'It fails.', course }]), 'mine.json')
 */
export function parseScenarios(text: string, source: string): Scenario[] {
  const document = parseJsonFile(text, source, ScenariosError)
  const list = listIn(document, source)
  const parsed = scenariosSchema.safeParse(list, { error: keysHere })
  const lines = [
    ...unknownMembers(document),
    ...(parsed.success ? [] : schemaErrors(parsed.error, list, ROOT)),
    ...repeatedSkus(list),
  ]
  if (lines.length > 0 || !parsed.success)
    throw new ScenariosError(lines.map((line) => `${source}: ${line}`).join('\n'))
  return parsed.data
}

function listIn(document: unknown, source: string): unknown {
  if (Array.isArray(document)) return document
  if (isObject(document) && Object.hasOwn(document, ROOT)) return document[ROOT]
  throw new ScenariosError(
    `${source}: found ${quotedValue(document)}, expected {"${ROOT}": […]} or a list of scenarios`,
  )
}

function unknownMembers(document: unknown): string[] {
  const members = isObject(document) ? Object.keys(document) : []
  return members
    .filter((name) => name !== ROOT)
    .map((name) => `unknown key ${name}; the only key here is ${ROOT}`)
}

/** A SKU is one behaviour: of two that claim it, either might be meant. */
function repeatedSkus(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  const skus = list.map((entry: unknown) => (isObject(entry) ? entry.sku : undefined))
  return skus.flatMap((sku, index) => {
    const first = skus.indexOf(sku)
    if (typeof sku !== 'string' || first === index) return []
    const place = placeName([index, 'sku'], ROOT)
    return [
      `${place}: found ${quotedValue(sku)}, expected a SKU that is not that of ${placeName([first], ROOT)}, too`,
    ]
  })
}
