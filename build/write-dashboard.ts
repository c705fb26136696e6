import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleDashboard } from './dashboard.ts'
import { licencesOf } from './licences.ts'

/** Puts the script of the mock's page beside the module that reads it, with the licences of the packages in it. */

const MOCK_SERVER = fileURLToPath(new URL('../dist/mock-server/', import.meta.url))

const { code, modules } = await bundleDashboard()
writeFileSync(`${MOCK_SERVER}page.js`, code)
writeFileSync(`${MOCK_SERVER}page.LICENSES.txt`, licencesOf(modules))
