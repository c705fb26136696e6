import { expect, test } from 'vitest'
import { silentProxy } from '../../../mock-server/store/postgres/silent-proxy.fixture.ts'
import { emptyDatabase } from '../../../mock-server/store/postgres/test-server.fixture.ts'
import { callerOf, startMockHere } from '../../mock/mock-process.fixture.ts'

test('a mock whose database no longer answers is live, not ready, and ends by SIGTERM with 0', async (context) => {
  const proxy = await silentProxy(await emptyDatabase())
  context.onTestFinished(() => proxy.end())
  const { child, ended, url } = await startMockHere(context, ['--store', proxy.url])
  await callerOf(url, 'pk_test_me').get('/ping')
  const probe = async (name: string) => (await fetch(`${url}/__mock/${name}`)).status
  expect([await probe('live'), await probe('ready')]).toEqual([200, 200])
  proxy.close()
  expect([await probe('live'), await probe('ready')]).toEqual([200, 503])
  await callerOf(url, 'pk_test_me').get('/ping')
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})
