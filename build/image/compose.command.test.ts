import { expect, test } from 'vitest'
import { callerOf, startMockHere } from '../../cli/mock/mock-process.fixture.ts'
import { COMPOSE } from './compose.fixture.ts'
import { DOCKERFILE, imageOf, stagesOf } from './dockerfile.fixture.ts'

test('the mocks of compose.yaml start by their command, and listen for other containers', async (context) => {
  const [name, ...options] = COMPOSE.command
  const { MOCK_HOST = '' } = imageOf(stagesOf(DOCKERFILE)).env
  const { url } = await startMockHere(context, [...options, '--store', 'memory'], { env: { MOCK_HOST } })
  expect([name, new URL(url).hostname]).toEqual(['mock', '0.0.0.0'])
  const ping = await callerOf(url.replace('0.0.0.0', '127.0.0.1'), 'pk_test_compose').json('/ping')
  expect(ping).toEqual({ data: { status: 'ok', mode: 'TEST' } })
})
