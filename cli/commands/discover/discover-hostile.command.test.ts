import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FAST_CLOCK, runCli } from '../../testing/run-in-process.fixture.ts'
import { SECRET_KEY as key, traces } from '../../testing/secrecy.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { HALF_A_CHARACTER, HOSTILE_ANSWERS, hostileTarget } from '../verify/hostile-target.fixture.ts'

/** How a discovery ends, for each target that behaves as no service should. */
const HOSTILE: Record<keyof typeof HOSTILE_ANSWERS, readonly [code: number, message: string]> = {
  'never answers': [4, 'reached its time limit'],
  'answers HTML': [4, 'may be that of a web site'],
  'redirects to another origin': [4, 'give the address that it leads to'],
  'sends 50 MB': [3, 'larger than 4 MiB'],
  'sends invalid UTF-8': [4, 'accepted in no way'],
  'resets every connection': [3, 'the connection was closed before an answer came'],
  'speaks https, and says so': [3, 'Write https:// in --base-url'],
  'sends a broken gzip stream': [3, "its gzip body can't be decoded"],
  'fails every time': [4, 'the service may be down'],
  'refuses the key': [4, 'answered as without a key (401)'],
  'promises more than it sends': [3, 'the answer broke off'],
  'returns the key in every form': [4, 'Everything is served without a key'],
}

describe.concurrent('against a target that', () => {
  for (const [name, [code, message]] of Object.entries(HOSTILE)) {
    test(`${name}, a discovery ends in time, writes nothing, and shows the key nowhere`, {
      timeout: 120_000,
    }, async (context) => {
      const folder = temporaryFolder(context)
      const url = await hostileTarget(HOSTILE_ANSWERS[name as keyof typeof HOSTILE_ANSWERS], context)
      // Only the target that never answers may reach the time limit.
      const limit = name === 'never answers' ? '100' : '1000'
      const args = ['discover', '--base-url', url, '--allow-purchase', '--time-limit', limit]
      const run = await runCli(args, { key, cwd: folder, clock: FAST_CLOCK })
      expect({ code: run.code, files: readdirSync(folder) }).toEqual({ code, files: [] })
      expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(message)
      expect(traces(folder, run)).toEqual([])
    })
  }

  test('has a card that no URL can contain, a discovery continues without it', async (context) => {
    const folder = temporaryFolder(context)
    const url = await hostileTarget(HALF_A_CHARACTER, context)
    const args = ['discover', '--base-url', url, '--allow-purchase']
    const { code, stdout } = await runCli(args, { key, cwd: folder, clock: FAST_CLOCK })
    expect(code).toBe(0)
    expect(stdout).toContain('Nothing was bought')
  })
})
