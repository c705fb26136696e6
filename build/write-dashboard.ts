import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { licencesOf } from './licences.ts'
import { DIST } from './places.ts'

/** The script of the mock's page, and the modules in it. */
type Dashboard = { readonly code: string; readonly modules: readonly string[] }

/** @throws {Error} when a module in it needs Node. */
export async function bundleDashboard(): Promise<Dashboard> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../dashboard/main.ts', import.meta.url)),
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

/** Puts the script beside the module that reads it, with the licences of the packages in it. */
export async function writeDashboard(): Promise<void> {
  const { code, modules } = await bundleDashboard()
  writeFileSync(join(DIST, 'mock-server', 'page.js'), code)
  writeFileSync(join(DIST, 'mock-server', 'page.LICENSES.txt'), licencesOf(modules))
}
