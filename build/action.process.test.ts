import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { MANIFEST, ROOT } from '../cli/testing/built-package.fixture.ts'
import { sampleOf } from '../contract/testing/sample.fixture.ts'
import { ACTION, NPM, programs, REPORT, runAction, runStub } from './run-action.fixture.ts'
import type { Step } from './runner.fixture.ts'

test('verify gets the address, the profile and the baseline, and the Node of the job', async (context) => {
  const inputs = { 'base-url': 'https://api.test', profile: 'own profile.json', baseline: 'known.json' }
  const { called, used } = await runStub(context, { command: 'verify', ...inputs })
  expect(called).toEqual([
    'verify',
    REPORT,
    '--profile=own profile.json',
    '--baseline=known.json',
    '--base-url=https://api.test',
  ])
  expect(used).toEqual([])
})

test('verify without an address warns that it checks the mock', async (context) => {
  const { code, log } = await runStub(context, { command: 'verify' })
  expect(log).toMatch(/^::warning .*the kit's own mock/m)
  expect(code).toBe(0)
})

const ATTACKS = [
  '"; touch owned #',
  '$(touch owned)',
  '`touch owned`',
  "'; touch owned; '",
  '$IFS&&touch owned',
  '-x; touch owned',
]
const LINES = 'x\noutcome=kept\n::set-output name=outcome::kept'

type Row = readonly [what: string, inputs: Readonly<Record<string, string>>, message: string]

/** What is refused of each input, and how. A sample has some of each kind. */
const REFUSED: readonly Row[] = [
  ['no command', {}, 'command: found "", expected verify or certify'],
  ['an unknown command', { command: 'mock' }, 'command: found "mock", expected verify or certify'],
  ['certify without a client', { command: 'certify' }, 'client: is empty'],
  ['a client of quotes alone', { command: 'certify', client: '""' }, 'client: is empty'],
  ['a quote that is open', { command: 'certify', client: "it's" }, "client: found it's, which has a quote"],
  ['verify with a client', { command: 'verify', client: 'x' }, 'client: has no effect with verify'],
  [
    'certify with an address',
    { command: 'certify', 'base-url': 'x' },
    'base-url: has no effect with certify',
  ],
  ['certify with a baseline', { command: 'certify', baseline: 'x' }, 'baseline: has no effect with certify'],
  ['no folder', { command: 'verify', report: '' }, 'report: is empty'],
  ['an absent tarball', { command: 'verify', version: './none.tgz' }, 'version: found "./none.tgz"'],
  ['another package', { command: 'verify', version: 'npm:x@1.0.0' }, 'version: found "npm:x@1.0.0"'],
  [
    'a version that can not be installed',
    { command: 'verify', version: '9.9.9' },
    'version: npm could not install partner-purchase-kit@9.9.9',
  ],
  ...['command', 'base-url', 'profile', 'baseline', 'report', 'version'].map(
    (input): Row => [`a line break in ${input}`, { command: 'verify', [input]: LINES }, `${input}: found `],
  ),
  ...['command', 'version'].flatMap((input) =>
    ATTACKS.map((attack): Row => {
      const inputs = { command: 'certify', client: 'node x', [input]: attack }
      return [`an attack by ${input}: ${attack}`, inputs, `${input}: found "${attack}"`]
    }),
  ),
  ...['"; touch owned #', "'$(touch owned)"].map(
    (client): Row => [
      `an attack by a client: ${client}`,
      { command: 'certify', client },
      `client: found ${client}`,
    ],
  ),
]

test.for(sampleOf(REFUSED, 3))(
  '%s is refused with a remedy: nothing runs, and no output or command of the runner is forged',
  async ([, inputs, message], context) => {
    const { code, called, installed, log, outputs, workspace } = await runStub(context, inputs)
    expect({ code, called, installed, outputs }).toEqual({
      code: 2,
      outputs: { outcome: 'refused', report: '' },
    })
    const commands = log.split('\n').filter((line) => /^::(?!(?:end)?group::|warning )/.test(line))
    expect(commands).toEqual([expect.stringContaining(`::error title=Partner Purchase Kit::${message}`)])
    expect(readdirSync(workspace)).toEqual([])
  },
)

const EXITS = [
  [1, 'broken'],
  [2, 'refused'],
  [3, 'unreachable'],
  [4, 'incomplete'],
  [5, 'harness-fault'],
  [130, 'incomplete'],
  [137, 'harness-fault'],
] as const

test.for(sampleOf(EXITS, 2))(
  'exit code %i fails the step with it, after the output says %s',
  async ([exit, outcome], context) => {
    const { code, outputs } = await runStub(
      context,
      { command: 'verify', 'base-url': 'http://127.0.0.1' },
      exit,
    )
    expect({ code, outputs }).toEqual({ code: exit, outputs: { outcome, report: '' } })
  },
)

test('the action installs the kit of its own version, or of the one that is asked for', async (context) => {
  const inputs = { command: 'verify', 'base-url': 'http://127.0.0.1' }
  const own = await runAction(context, inputs, {
    path: [programs(context, { npm: NPM })],
    env: { KIT_EXIT: '0' },
  })
  expect(own.log).toContain(`::group::Install partner-purchase-kit@${MANIFEST.version}\n`)
  const asked = await runStub(context, { ...inputs, version: '1.0.0-rc.1' })
  expect(asked.installed).toBe('partner-purchase-kit@1.0.0-rc.1')
})

test('where Node is too old, a pinned action sets up another', async (context) => {
  const bin = programs(context, { node: '#!/bin/sh\nexit 1\n' })
  const { used } = await runAction(context, { command: 'none' }, { path: [bin] })
  expect(used).toEqual([expect.stringMatching(/^actions\/setup-node@[0-9a-f]{40}$/)])
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(engines.node).toBe('>=22.18')
  expect(ACTION.runs.steps[0]?.run).toContain('22018')
})

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

test.for(sampleOf(ATTACKS, 2))(
  'the text %s stays data as an address, a profile, a baseline and a folder',
  async (attack, context) => {
    const inputs = { 'base-url': attack, profile: attack, baseline: attack, report: attack }
    const { called, workspace, outputs } = await runStub(context, { command: 'verify', ...inputs })
    const names = ['report', 'profile', 'baseline', 'base-url']
    expect(called).toEqual(['verify', ...names.map((name) => `--${name}=${attack}`)])
    expect(outputs.outcome).toBe('kept')
    expect(readdirSync(workspace)).toEqual([])
  },
)

test('a refusal that quotes a client of several lines stays one command of the runner', async (context) => {
  const client = "it's\r\n::stop-commands::x\n%0A::stop-commands::y"
  const { code, log } = await runStub(context, { command: 'certify', client })
  expect(code).toBe(2)
  expect(log.trim().split(/[\r\n]+/)).toEqual([
    expect.stringContaining(
      "found it's%0D%0A::stop-commands::x%0A%250A::stop-commands::y, which has a quote",
    ),
  ])
})

test('docs/ci.md runs this version of the kit with a cache, and has every input and output of the action', () => {
  const page = readFileSync(join(ROOT, 'docs/ci.md'), 'utf8')
  const [workflow, gitlab] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => parse(text))
  for (const name of ['verify', 'certify']) {
    const steps: Step[] = workflow.jobs[name].steps
    const command = `npx --yes partner-purchase-kit@${MANIFEST.version} ${name} `
    expect(steps.filter(({ run }) => run?.startsWith(command))).toHaveLength(1)
    expect(steps.some(({ uses }) => uses?.startsWith('actions/cache@'))).toBe(true)
    expect(steps.at(-1)?.with?.path).toBe('partner-purchase-report')
    expect(gitlab[name].script[0]).toContain(command)
  }
  expect(gitlab['.kit'].cache.paths).toEqual(['.npm/'])
  const [, table = ''] = page.split('| input or output | |\n')
  const named = Array.from(table.matchAll(/^\| (`[^|]+) \|/gm), ([, cell]) => cell).join()
  for (const name of Object.keys({ ...ACTION.inputs, ...ACTION.outputs }))
    expect(named).toContain(`\`${name}\``)
})

test('no expression is inside a script, and no input is a key', () => {
  for (const { run = '' } of ACTION.runs.steps) expect(run).not.toContain('${{')
  expect(Object.keys(ACTION.inputs).filter((name) => /key|token|secret/i.test(name))).toEqual([])
})
