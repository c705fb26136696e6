import { parseJsonFile } from '../text/json-file.ts'
import { keysHere, quotedValue, schemaErrors, valueAt } from '../text/schema-errors.ts'
import { isObject } from '../wire/json-pointer.ts'
import type { Profile } from './profile.ts'
import { DEFAULT_PROFILE, withDefaults } from './profile-defaults.ts'
import { profileSchema } from './profile-schema.ts'

/** A profile in part, as a file holds it: each key that is missing keeps its default. */
export type PartialProfile = {
  readonly [Section in keyof Profile]?: { readonly [Key in keyof Profile[Section]]?: Profile[Section][Key] }
}

/** A profile that can't be used: names the file, the key, what was found and what fits. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
}

/**
 * The complete profile for a partial one: merged over the defaults, section by section.
 *
 * @param partial the answers that differ from the defaults.
 * @param source what to call it in an error: a file name.
 * @throws {ProfileError} for an unknown key, a wrong type or an unusable path.
 *
 * @example
 * resolveProfile({ auth: { header: 'X-Api-Key', format: '{key}' } }).states.success // ['COMPLETED']
 */
export function resolveProfile(partial: PartialProfile, source = 'profile'): Profile {
  const merged = mergedOverDefaults(partial, source)
  // Most mocks start with the defaults, which are valid: skip loading the schema.
  if (isSame(merged, DEFAULT_PROFILE)) return structuredClone(DEFAULT_PROFILE)
  // Used once: compiling a parser would take longer than it saves.
  const checked = profileSchema.safeParse(merged, { jitless: true, error: keysHere })
  if (checked.success) return checked.data as Profile
  const lines = schemaErrors(checked.error, merged, '')
  throw new ProfileError(lines.map((line) => `${source}: ${line}`).join('\n'))
}

/**
 * Reads a profile file's text: JSON, partial, merged over the defaults. Comments and trailing commas may be in it, and `$schema`.
 *
 * @throws {ProfileError} as {@link resolveProfile}, and for text that is not JSON.
 */
export function parseProfile(text: string, source: string): Profile {
  return resolveProfile(parseJsonFile(text, source, ProfileError) as PartialProfile, source)
}

function mergedOverDefaults(partial: unknown, source: string): unknown {
  if (isObject(partial)) {
    const { $schema: _, ...answers } = partial
    return withDefaults(answers)
  }
  throw new ProfileError(
    `${source}: found ${quotedValue(partial)}, expected a JSON object such as {"auth": {…}}`,
  )
}

function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return areSame(one, other)
  return isObject(one) && isObject(other) ? areSame(one, other) : one === other
}

function areSame(one: object, other: object): boolean {
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name) => isSame(valueAt(one, [name]), valueAt(other, [name])))
  )
}
