import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** The folder of the consumers: each folder in it is one project. */
export const CONSUMERS = fileURLToPath(new URL('.', import.meta.url))

const EXACT = z.string().regex(/^(npm:.+@)?\d+\.\d+\.\d+$/, 'an exact version')

/** The package.json of a consumer. */
const manifestSchema = z.looseObject({
  description: z.string(),
  scripts: z.looseObject({
    /** Fails, by its exit code, where the project fails. */
    test: z.string(),
    /** Fails where a runtime of another maker can't run on this machine: then the project is not run. */
    available: z.string().optional(),
  }),
  devDependencies: z.record(z.string(), EXACT).default({}),
  /** The versions to try, by package; those of `node` are runtimes. Default: what `devDependencies` and this process have. */
  matrix: z.record(z.string(), z.array(EXACT).min(1)).default({}),
})

/** A small project that uses the kit as its users do. */
export type Project = {
  readonly name: string
  readonly folder: string
  readonly manifest: z.infer<typeof manifestSchema>
}

/**
 * The projects of a folder, in the order of their names.
 *
 * @throws {z.ZodError} for a package.json that is no consumer's.
 */
export function projectsIn(folder: string): Project[] {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'package.json')))
  return names.sort().map((name) => {
    const file = join(folder, name, 'package.json')
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { name, folder: join(folder, name), manifest }
  })
}
