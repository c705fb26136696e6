import { expect, test } from 'vitest'
import { callerOf, startMockHere } from '../../cli/mock/mock-process.fixture.ts'
import { COMPOSE, DOCKERFILE, imageOf, stagesOf } from './dockerfile.fixture.ts'

test('the mocks of compose.yaml start by their command, and listen for other containers', async (context) => {
  const [name, ...options] = COMPOSE.command
  const { MOCK_HOST = '' } = imageOf(stagesOf(DOCKERFILE)).env
  const { url, output } = await startMockHere(context, [...options, '--store', 'memory'], {
    env: { MOCK_HOST },
  })
  expect(name).toBe('mock')
  // Only a mock that others can reach makes a token.
  expect(output.stdout).toContain('"adminToken"')
  const ping = await callerOf(url, 'pk_test_compose').json('/ping')
  expect(ping).toEqual({ data: { status: 'ok', mode: 'TEST' } })
})
