import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleOf } from '../../../contract/testing/sample.fixture.ts'
import { reportIn } from '../../testing/report-in.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'
import { filesIn, judgeClient, runCertify } from './certify-run.fixture.ts'

/** Long enough for a client that ends by itself, also on a busy machine. */
const AMPLE = '40'

/** How the process of each hostile client ends within so many seconds. It sends no purchase. */
const HOSTILE = [
  ['ignores-sigterm', '3', { cause: 'time-limit', signal: 'SIGKILL' }],
  ['hangs', '2', { cause: 'time-limit', signal: 'SIGTERM' }],
  ['floods', AMPLE, { cause: 'flood' }],
  ['does-nothing', AMPLE, { cause: 'exited', code: 0 }],
  ['prints-its-key', AMPLE, { cause: 'exited', code: 0 }],
  ['leaves-a-grandchild', AMPLE, { cause: 'exited', code: 0 }],
] as const

describe.concurrent('a client that', () => {
  test.for(sampleOf(HOSTILE, 2))(
    '%s is judged in time, and nothing of it is left',
    async ([name, seconds, exit], context) => {
      const folder = temporaryFolder(context)
      const options = ['--only', 'SCENARIO-AT-ONCE', '--time-limit', seconds, '--report', folder]
      const run = await runCertify(['certify', ...options, '--', 'node', `examples/hostile/${name}.mjs`])
      const files = filesIn(folder)
      const report = reportIn(folder)
      expect({ code: run.code, leftOver: run.leftOver, stderr: run.stderr }).toEqual({
        code: 4,
        leftOver: [],
        stderr: '',
      })
      expect(report.scenarios?.[0]?.exit).toMatchObject(exit)
      for (const text of [run.stdout, ...Object.values(files)]) {
        expect(text).not.toMatch(/pk_test_[0-9a-z]{8}/i)
        expect(text.length).toBeLessThan(20 * 2 ** 20)
      }
    },
  )

  test('asks the mock to advance its clock is refused, and judged by the unchanged clock', async (context) => {
    const folder = temporaryFolder(context)
    const args = ['certify', '--only', 'SCENARIO-LONG', '--report', folder]
    const { code } = await runCertify([...args, '--', 'node', 'examples/hostile/moves-its-time.mjs'])
    const report = reportIn(folder)
    expect(code).toBe(1)
    expect(report.scenarios?.[0]?.clauses).toMatchObject({
      'waits-poll-after': 'kept',
      'follows-until-settled': 'broken',
      'documented-operations-only': 'broken',
    })
  })

  test('opens the inspector of its judge finds none', async (context) => {
    const folder = temporaryFolder(context)
    const args = ['certify', '--only', 'SCENARIO-AT-ONCE', '--report', folder]
    const client = ['--', 'node', 'examples/hostile/opens-the-inspector.mjs']
    const { code, stdout, stderr } = await judgeClient([...args, ...client])
    expect({ code, stderr }, stdout).toEqual({ code: 4, stderr: '' })
    const { output } = reportIn(folder).scenarios?.[0] ?? {}
    expect(output?.stdout.text).toBe('no inspector\n')
  })

  test('puts a folder where its report goes is judged by what it did', async (context) => {
    const folder = temporaryFolder(context)
    const report = join(folder, 'report')
    const by = (script: string) => ['--', 'node', '-e', `const fs = require('node:fs'); ${script}`]
    const run = (...client: readonly string[]) =>
      runCertify(['certify', '--only', 'SCENARIO-AT-ONCE', '--report', report, ...client])
    const inPlace = await run(
      ...by(`fs.mkdirSync(${JSON.stringify(join(report, 'report.json/x'))}, { recursive: true })`),
    )
    expect(inPlace).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("report.json can't be written"),
    })
    expect(inPlace.stdout).toContain('NOT CERTIFIED  incomplete')
    expect(readdirSync(report).toSorted()).toEqual(['journal.jsonl', 'report.json'])
  })

  test('cancels its own purchase is judged by what arrived', async () => {
    const args = [
      'certify',
      '--only',
      'SCENARIO-AT-ONCE',
      '--',
      'node',
      'examples/hostile/destroys-its-socket.mjs',
    ]
    const { code, leftOver } = await runCertify(args)
    // It leaves a purchase without an answer: broken, or nothing complete was seen.
    expect([1, 4]).toContain(code)
    expect(leftOver).toEqual([])
  })

  test('sends TLS, or what is no HTTP, reads that in its report', async (context) => {
    const client = join(temporaryFolder(context), 'no-http.mjs')
    writeFileSync(
      client,
      `import { connect } from 'node:net'
      import { connect as connectSafely } from 'node:tls'
      const { hostname: host, port } = new URL(process.env.SERVICE_BASE_URL)
      connectSafely({ host, port }).on('error', () => {
        connect(port, host).on('connect', function () { this.write('garbage\\r\\n\\r\\n') }).resume()
      })`,
    )
    const { code, stdout } = await runCertify(['certify', '--only', 'SCENARIO-AT-ONCE', '--', 'node', client])
    expect(code).toBe(4)
    const text = stdout.replaceAll(/\s+/g, ' ')
    expect(text).toContain('not-http: TLS was sent to this port, which speaks plain http.')
    expect(text).toContain('not-http: This is not a request that HTTP/1.1 allows.')
  })
})
