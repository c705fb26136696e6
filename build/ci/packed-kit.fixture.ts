import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildInto } from '../../cli/testing/built-package.fixture.ts'

/** Packs the kit into a folder, and returns the path of the tarball. Built there: another test may be building `dist`. */
export async function packInto(folder: string): Promise<string> {
  await buildInto(folder)
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  await promisify(execFile)('npm', args, {
    cwd: join(folder, 'node_modules', 'partner-purchase-kit'),
  })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error(`npm packed nothing into ${folder}.`)
  return join(folder, tarball)
}
