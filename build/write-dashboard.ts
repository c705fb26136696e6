import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { licencesOf } from './licences.ts'

const ENTRY = fileURLToPath(new URL('../dashboard/main.ts', import.meta.url))

/**
 * The script of the mock's page, as one file that loads nothing.
 *
 * @throws {Error} when a module in it needs Node.
 */
export async function bundleDashboard(): Promise<{
  readonly code: string
  readonly modules: readonly string[]
}> {
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'browser',
    onLog: (_, { message }) => {
      throw new Error(`The page of the mock can't be bundled as it is: ${message}`)
    },
  })
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: { legal: true } })
  await bundle.close()
  const [{ code, moduleIds }] = output
  return { code, modules: moduleIds }
}

/** Puts the script of the mock's page beside the module that reads it, with the licences of the packages in it. */
async function main(): Promise<void> {
  const folder = fileURLToPath(new URL('../dist/mock-server/', import.meta.url))
  const { code, modules } = await bundleDashboard()
  writeFileSync(`${folder}page.js`, code)
  writeFileSync(`${folder}page.LICENSES.txt`, licencesOf(modules))
}

if (import.meta.main) await main()
