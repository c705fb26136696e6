import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { serve } from '../../../mock-server/serve.ts'
import { ROOT } from '../../testing/built-package.fixture.ts'
import { MAIN } from '../../testing/run-cli.fixture.ts'
import { startWatched } from '../../testing/start-path.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

test('verify loads nothing of the mock for a service that it is not', async (context) => {
  const service = await serve()
  context.onTestFinished(() => service.close())
  // What a purchase needs is loaded before it, too.
  const args = ['verify', '--base-url', service.url, '--max-purchases', '0', '--report', 'report']
  const env = { ...process.env, SERVICE_PARTNER_API_KEY: 'pk_test_loads' }
  const { child, closed, loaded } = startWatched(MAIN, temporaryFolder(context), args, env)
  child.stdout.resume()
  await closed
  const files = loaded().map((url) => url.replace(pathToFileURL(ROOT).href, ''))
  expect(files).toContain('contract-tests/run.ts')
  expect(files.filter((file) => file.startsWith('mock-server/'))).toEqual([])
})
