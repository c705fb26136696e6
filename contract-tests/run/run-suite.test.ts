import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SCRIPT = `
import { runSuite } from ${JSON.stringify(new URL('./run-suite.ts', import.meta.url).href)}
import { targetOf } from ${JSON.stringify(new URL('./target.ts', import.meta.url).href)}
const target = targetOf({ baseUrl: 'http://127.0.0.1:9', apiKey: 'pk_test_fault' })
const { results, faults } = await runSuite({ ...target, profile: null })
console.log(JSON.stringify({ results: results.length, faults: faults.length > 0 }))
`

test('a suite that can not even begin is a fault of the kit, and no verdict', {
  timeout: 120_000,
}, async () => {
  const args = ['--input-type=module', '--eval', SCRIPT]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(JSON.parse(stdout)).toEqual({ results: 0, faults: true })
})
