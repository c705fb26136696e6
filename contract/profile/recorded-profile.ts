import * as z from 'zod/mini'
import { withDefaults } from './profile-defaults.ts'
import { profileSchema } from './profile-schema.ts'

/** The profile of a recording: of an older one, the keys that did not exist then have their defaults. */
export const recordedProfileSchema = z.pipe(z.transform(withDefaults), profileSchema)
