import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { profileJsonSchema } from '../openapi/profile-schema.ts'
import { bundleParts } from './bundle-parts.ts'
import { bundleStart } from './bundle-start.ts'
import { DIST, ROOT } from './places.ts'
import { pruneTypes } from './prune-types.ts'
import { writeDashboard } from './write-dashboard.ts'

/** `npm run build`: makes `dist/`, the part of the package that is not in the checkout. */

rmSync(DIST, { recursive: true, force: true })
const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
// Types are checked by `npm run check`.
execFileSync(process.execPath, [compiler, '-p', 'build/tsconfig.json', '--noCheck'], {
  cwd: ROOT,
  stdio: 'inherit',
})
await bundleStart()
await bundleParts()
await writeDashboard()
writeFileSync(join(DIST, 'profile.schema.json'), `${JSON.stringify(profileJsonSchema(), null, 2)}\n`)
pruneTypes()
