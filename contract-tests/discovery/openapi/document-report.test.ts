import { expect, test } from 'vitest'
import { redact } from '../../../contract/text/redact.ts'
import { documentReport } from './document-report.ts'
import { documentWith, learntOf } from './learnt.fixture.ts'

const KEY = 'sk_own_0123456789abcdef'

test('a key that a document contains is in nothing that is said of it', () => {
  const { paths, ...document } = documentWith({ status: { enum: [`PENDING-${KEY}`, 'DONE'] } })
  const below = JSON.parse(JSON.stringify(paths).replaceAll('"/', `"/${KEY}/`))
  const servers = [{ url: `https://${KEY}.example` }]
  const learnt = learntOf({ 'api.yaml': { ...document, servers, paths: below } }, { secrets: [KEY] })
  const tool = { name: 'partner-purchase-kit', version: '0.0.0' } as const
  const run = { tool, remarks: [], durationMs: 0, startedAt: 0, baseUrl: null }
  const report = documentReport({ ...learnt, file: `${KEY}.yaml` }, run, (text) => redact(text, [KEY]))
  const { contradictions, baseUrls, findings, misses, profile, events } = learnt
  expect(contradictions.map(({ clause }) => clause)).toContain('processing-has-poll-after')
  const said = JSON.stringify({ report, contradictions, baseUrls, findings, misses, profile, events })
  expect(said).toContain('[key]')
  expect(said).not.toContain(KEY)
})
