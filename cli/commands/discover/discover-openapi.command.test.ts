import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { parseProfile } from '../../../contract/profile/parse-profile.ts'
import { reportSchema } from '../../../contract/report/report.ts'
import { FAST_CLOCK as clock } from '../../../contract/testing/fast-clock.fixture.ts'
import { DECIMALS } from '../../../contract-tests/discovery/dialects.fixture.ts'
import { independentServer } from '../../../contract-tests/discovery/independent-server.fixture.ts'
import { documentWith } from '../../../contract-tests/discovery/openapi/learnt.fixture.ts'
import { runCli } from '../../testing/run-in-process.fixture.ts'
import { temporaryFolder } from '../../testing/temporary-folder.fixture.ts'

const PROFILE = 'partner-purchase.profile.json'
const EVIDENCE = 'partner-purchase.profile.evidence.json'
const FLAT = { purchase: (order: unknown) => ({ properties: { data: { properties: { order } } } }) }

function folderWith(document: object | string, context: TestContext): string {
  const folder = temporaryFolder(context)
  writeFileSync(join(folder, 'api.yaml'), typeof document === 'string' ? document : JSON.stringify(document))
  return folder
}

const jsonOf = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'))
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

describe('discover --openapi', () => {
  test('needs no key and no network: it writes the profile, with the place of each answer next to it', async (context) => {
    const servers = [{ url: 'https://partner.example/api' }]
    const cwd = folderWith({ ...documentWith(), servers }, context)
    const { code, stdout, stderr } = await runCli(['discover', '--openapi', 'api.yaml'], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(parseProfile(readFileSync(join(cwd, PROFILE), 'utf8'), PROFILE).auth.header).toBe('X-Api-Key')
    expect(jsonOf(cwd, EVIDENCE)).toMatchObject({
      schema: 'partner-purchase/discovery@1',
      baseUrl: null,
      requests: 0,
      document: { file: 'api.yaml', version: 'OpenAPI 3.1.0', baseUrls: ['https://partner.example/api'] },
      contradictions: [],
      differences: [],
      answers: {
        auth: {
          provenance: 'observed',
          source: 'openapi',
          seen: [{ document: 'api.yaml', pointer: '/components/securitySchemes/key' }],
        },
      },
      notFound: { 'limits.bodyBytes': {} },
    })
    expect(oneLine(stdout)).toContain('Still assumed, in whole or in part:')
    expect(stdout).toContain(
      `Next: partner-purchase verify --profile ${PROFILE} --base-url https://partner.example/api`,
    )
  })

  test('exits with 1 for a document against a clause, which every form of the report names', async (context) => {
    const cwd = folderWith(documentWith(FLAT), context)
    const args = ['discover', '--openapi', 'api.yaml', '--report', 'report']
    const { code, stdout } = await runCli(args, { cwd })
    expect(code).toBe(1)
    const wrong = 'The summary is not at /data/order/order'
    expect(oneLine(stdout)).toContain(`✗ purchase-position (§ 4.1), POST /orders: ${wrong}`)
    const { contradictions } = jsonOf(cwd, EVIDENCE)
    expect(contradictions).toMatchObject([{ clause: 'purchase-position', section: '4.1' }])
    const report = reportSchema.parse(jsonOf(cwd, 'report/report.json'))
    expect(report).toMatchObject({ kind: 'discover', outcome: 'broken', target: { baseUrl: 'api.yaml' } })
    const verdicts = Object.fromEntries(report.clauses.map(({ id, verdict }) => [id, verdict]))
    expect(verdicts).toMatchObject({
      'purchase-position': 'broken',
      'lookup-position': 'kept',
      'same-body-same-purchase': 'out-of-reach',
    })
    for (const form of ['report.html', 'summary.md', 'junit.xml'])
      expect(readFileSync(join(cwd, 'report', form), 'utf8')).toContain(wrong)
  })

  test('leaves the last word to the service, and names each difference', async (context) => {
    const server = await independentServer(DECIMALS, {})
    context.onTestFinished(() => server.close())
    const cwd = folderWith({ ...documentWith(), servers: [{ url: 'https://partner.example/v2' }] }, context)
    const args = ['discover', '--openapi', 'api.yaml', '--base-url', server.url]
    const { code, stdout } = await runCli(args, { cwd, key: 'pk_test_Document_0123456789', clock })
    expect(code).toBe(0)
    const { differences, answers, notFound } = jsonOf(cwd, EVIDENCE)
    expect(differences).toContainEqual({
      key: 'auth',
      document: { header: 'X-Api-Key', format: '{key}' },
      service: { header: 'Authorization', format: 'Token {key}' },
      taken: 'service',
    })
    expect(differences).toContainEqual(expect.objectContaining({ key: 'base address', service: server.url }))
    expect(jsonOf(cwd, PROFILE).auth).toEqual({ header: 'Authorization', format: 'Token {key}' })
    // Without a purchase only the document says where the lookup is.
    expect(answers.lookup).toMatchObject({ source: 'openapi', value: { path: '/orders/{partnerReference}' } })
    expect(answers.auth).toMatchObject({ source: 'service' })
    expect(Object.keys(notFound).filter((key) => key in answers)).toEqual([])
    expect(oneLine(stdout)).toContain(
      '≠ auth: the document says {"header":"X-Api-Key","format":"{key}"}, the service shows',
    )
  })

  test.for([
    ['none.yaml', 'none.yaml: there is no such file.'],
    ['.', 'it is no file'],
    ['broken.yaml', 'broken.yaml:2:1: '],
    ['other.json', 'found neither "openapi" nor "swagger"'],
    ['dangling.json', 'dangling.json#/paths: the $ref "#/none" leads to nothing'],
    ['linking.json', 'outside.yaml: it is a link out of the folder of the document'],
    // The name of the folder that it leads into begins with that of the document's.
    ['neighbour.json', 'neighbour.yaml: it is a link out of the folder of the document'],
    ['large.yaml', 'large.yaml: it has 8388609 bytes, and at most 8388608 are read'],
  ] as const)('refuses %s in one sentence, and writes nothing', async ([file, message], context) => {
    const around = temporaryFolder(context)
    const cwd = join(around, 'project')
    for (const folder of [cwd, join(around, 'project-2')]) mkdirSync(folder)
    const files = {
      'secret.yaml': 'get: {}',
      'project-2/secret.yaml': 'get: {}',
      'project/broken.yaml': 'openapi: [3.1.0\n',
      'project/other.json': '{}',
      'project/dangling.json': '{"openapi":"3.1.0","paths":{"$ref":"#/none"}}',
      'project/linking.json': '{"openapi":"3.1.0","paths":{"/ping":{"$ref":"outside.yaml"}}}',
      'project/neighbour.json': '{"openapi":"3.1.0","paths":{"/ping":{"$ref":"neighbour.yaml"}}}',
      'project/large.yaml': '',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(around, name), text)
    truncateSync(join(cwd, 'large.yaml'), 8 * 1024 * 1024 + 1)
    symlinkSync(join(around, 'secret.yaml'), join(cwd, 'outside.yaml'))
    symlinkSync(join(around, 'project-2', 'secret.yaml'), join(cwd, 'neighbour.yaml'))
    const before = readdirSync(cwd)
    const run = await runCli(['discover', '--openapi', file], { cwd })
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 2, stdout: '' })
    expect(oneLine(run.stderr)).toContain(message)
    expect(run.stderr).not.toMatch(/\n\s+at /)
    expect(readdirSync(cwd)).toEqual(before)
  })

  test.skipIf(process.platform === 'win32')('refuses a device, which may never end', async (context) => {
    const run = await runCli(['discover', '--openapi', '/dev/null'], { cwd: temporaryFolder(context) })
    expect(run.code).toBe(2)
    expect(oneLine(run.stderr)).toContain('null: it is no file')
  })
})
