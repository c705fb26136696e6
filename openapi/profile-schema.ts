import { DEFAULT_PROFILE } from '../contract/profile/profile-defaults.ts'
import { profileSchema } from '../contract/profile/profile-schema.ts'
import { GAPS } from '../contract/reference/gaps.ts'
import { isObject } from '../contract/wire/json-pointer.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/**
 * The JSON Schema (2020-12) of a profile file, for editors: every key may be left out, and says its default and what the
 * reference does not show.
 *
 * @example
 * writeFileSync('profile.schema.json', JSON.stringify(profileJsonSchema(), null, 2))
 */
export function profileJsonSchema(): JsonSchema {
  const { properties, ...rest } = partial(jsonSchemaOf(profileSchema), DEFAULT_PROFILE, '')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A profile of partner-purchase-kit: the answers to what the reference does not show',
    ...rest,
    properties: { $schema: { type: 'string' }, ...(properties as JsonSchema) },
  }
}

function partial(schema: JsonSchema, defaults: object, place: string): JsonSchema {
  const { required: _, properties, ...rest } = schema
  if (properties === undefined) return rest
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>)
  const described = members.map(([name, member]) => {
    const key = place === '' ? name : `${place}.${name}`
    const value: unknown = Reflect.get(defaults, name)
    const gaps = Object.values(GAPS).filter(({ profileKey }) => profileKey === key)
    const description = gaps.map(({ text, section }) => `The reference does not show ${text} (§${section}).`)
    const inner = isObject(value) ? partial(member, value, key) : { ...member, default: value }
    return [name, { ...inner, ...(description.length > 0 && { description: description.join(' ') }) }]
  })
  return { ...rest, properties: Object.fromEntries(described) }
}
