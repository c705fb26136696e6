import { afterAll, describe, expect, test } from 'vitest'
import { compiledJava } from '../../../certification/mutants/processes/compiled-java.fixture.ts'
import { GOOD_CLIENTS } from '../../../examples/good-clients.fixture.ts'
import { judgeClient } from './certify-run.fixture.ts'

const java = compiledJava(GOOD_CLIENTS['java-http-client'])
afterAll(() => java.remove())

describe('is certified over https, without a line of its own for that:', () => {
  test.for([
    ['Python', GOOD_CLIENTS['python-urllib']],
    ['Java', java.command],
    ['curl', GOOD_CLIENTS['shell-curl']],
  ] as const)('a client in %s', { timeout: 300_000 }, async ([, command]) => {
    const { code, stdout } = await judgeClient(['certify', '--tls', '--', ...command])
    expect(stdout).toMatch(/^CERTIFIED$/m)
    expect(code).toBe(0)
  })
})
