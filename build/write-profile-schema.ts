import { writeFileSync } from 'node:fs'
import { profileJsonSchema } from '../openapi/profile-schema.ts'

/** The schema that the `$schema` of a profile names, as a file of the package. */
const PLACE = new URL('../dist/profile.schema.json', import.meta.url)
writeFileSync(PLACE, `${JSON.stringify(profileJsonSchema(), null, 2)}\n`)
