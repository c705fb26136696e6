import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sampleOf } from '../../contract/testing/sample.fixture.ts'
import { ACTION } from './run-action.fixture.ts'
import { REPORT, runStub } from './stub-kit.fixture.ts'

const CLIENTS = [
  ['words', 'node client.mjs --fast', ['node', 'client.mjs', '--fast']],
  ['lines', 'node\n  client.mjs\n', ['node', 'client.mjs']],
  [
    'quotes',
    `bash -c 'cd app && ./run "it"' "" "two words"`,
    ['bash', '-c', 'cd app && ./run "it"', '', 'two words'],
  ],
  ['options of its own', '--help --report=x', ['--help', '--report=x']],
  [
    'expansions',
    '$(touch owned) `touch owned` $HOME * ~',
    ['$(touch', 'owned)', '`touch', 'owned`', '$HOME', '*', '~'],
  ],
  [
    'operators',
    'node x; touch owned & touch owned | cat > owned #',
    'node x; touch owned & touch owned | cat > owned #'.split(' '),
  ],
] as const

test.for(sampleOf(CLIENTS, 2))(
  'a client of %s is split at blanks, and nothing in it is expanded',
  async ([, client, words], context) => {
    const { called, workspace } = await runStub(context, { command: 'certify', client })
    expect(called).toEqual(['certify', REPORT, '--', ...words])
    expect(readdirSync(workspace)).toEqual([])
  },
)

const ATTACKS = [
  '"; touch owned #',
  '$(touch owned)',
  '`touch owned`',
  "'; touch owned; '",
  '$IFS&&touch owned',
  '-x; touch owned',
]

test.for(sampleOf(ATTACKS, 2))(
  'an address, a profile, a baseline and a folder of %s stay data',
  async (attack, context) => {
    const inputs = { 'base-url': attack, profile: attack, baseline: attack, report: attack }
    const { called, workspace, outputs } = await runStub(context, { command: 'verify', ...inputs })
    const names = ['report', 'profile', 'baseline', 'base-url']
    expect(called).toEqual(['verify', ...names.map((name) => `--${name}=${attack}`)])
    expect(outputs.outcome).toBe('kept')
    expect(readdirSync(workspace)).toEqual([])
  },
)

test.for(['command', 'version', 'client'])(
  '%s that is an attack is refused, and runs nothing',
  async (input, context) => {
    const attacks = input === 'client' ? ['"; touch owned #', "'$(touch owned)"] : ATTACKS
    for (const attack of sampleOf(attacks, 3)) {
      const { code, called, installed, log, outputs, workspace } = await runStub(context, {
        command: 'certify',
        client: 'node x',
        [input]: attack,
      })
      expect({ code, called, installed, outputs }).toEqual({
        code: 2,
        outputs: { outcome: 'refused', report: '' },
      })
      expect(log).toContain(`::error title=Partner Purchase Kit::${input}: found`)
      expect(log).toContain(attack)
      expect(readdirSync(workspace)).toEqual([])
    }
  },
)

test.for(sampleOf(['command', 'base-url', 'profile', 'baseline', 'report', 'version'], 3))(
  'a line break in %s adds no output, and no command for the runner',
  async (input, context) => {
    const { code, log, outputs } = await runStub(context, {
      command: 'verify',
      [input]: 'x\noutcome=kept\n::set-output name=outcome::kept',
    })
    expect({ code, outputs }).toEqual({
      code: 2,
      outputs: { outcome: 'refused', report: '' },
    })
    expect(log.trim().split('\n')).toEqual([expect.stringMatching(`^::error .*::${input}: found .*one line`)])
  },
)

test('a refusal that quotes lines of a client is one command for the runner', async (context) => {
  const client = "it's\r\n::stop-commands::x\n%0A::stop-commands::y"
  const { code, log } = await runStub(context, { command: 'certify', client })
  expect(code).toBe(2)
  expect(log.trim().split(/[\r\n]+/)).toEqual([
    expect.stringContaining(
      "found it's%0D%0A::stop-commands::x%0A%250A::stop-commands::y, which has a quote",
    ),
  ])
})

test('no expression is inside a script, and no input is a key', () => {
  for (const { run = '' } of ACTION.runs.steps) expect(run).not.toContain('${{')
  expect(Object.keys(ACTION.inputs).filter((name) => /key|token|secret/i.test(name))).toEqual([])
})
