import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveProfile } from '../../../contract/profile/parse-profile.ts'
import { reportSchema } from '../../../contract/report/report.ts'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { redact } from '../../../contract/text/redact.ts'
import { DocumentError } from './document/api-document.ts'
import { documentWith, learntOf } from './learnt.fixture.ts'
import { documentReport } from './read-document.ts'

const KEY = 'sk_own_0123456789abcdef'
const TOOL = { name: 'partner-purchase-kit', version: '0.0.0' }
const RUN = { tool: TOOL, remarks: [], durationMs: 0, startedAt: 0, baseUrl: null }

test('a key that a document contains is in nothing that is said of it', () => {
  const { paths, ...document } = documentWith({ status: { enum: [`PENDING-${KEY}`, 'DONE'] } })
  const below = JSON.parse(JSON.stringify(paths).replaceAll('"/', `"/${KEY}/`))
  const servers = [{ url: `https://${KEY}.example` }]
  const learnt = learntOf({ 'api.yaml': { ...document, servers, paths: below } }, { secrets: [KEY] })
  const report = documentReport({ ...learnt, file: `${KEY}.yaml` }, RUN, (text) => redact(text, [KEY]))
  const { contradictions, baseUrls, findings, misses, profile, events } = learnt
  expect(contradictions.map(({ clause }) => clause)).toContain('processing-has-poll-after')
  const said = JSON.stringify({ report, contradictions, baseUrls, findings, misses, profile, events })
  expect(said).toContain('[key]')
  expect(said).not.toContain(KEY)
})

const WHOLE = ['all-of.openapi.json', 'defs.openapi.json'].map((file) =>
  readFileSync(join(import.meta.dirname, 'foreign', file), 'utf8'),
)

/** What may be in the place of anything else in a document that nobody has checked. */
const JUNK: readonly unknown[] = [
  null,
  -1,
  '\u0000\u202e',
  [],
  {},
  true,
  { $ref: '' },
  { $ref: 5 },
  { $ref: '#/paths/~1ping' },
  { type: 7, required: 'y', allOf: 5, oneOf: [5], enum: 'x', properties: 5 },
  { properties: { 'a/b~c': {}, '': {}, '0': {}, ['__proto__']: {} } },
]

type Place = readonly [holder: Record<string, unknown>, name: string]

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  // Objects and lists have named members alike.
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => [[holder, name] as const, ...placesIn(holder[name])])
}

const junk = fc.option(fc.constantFrom(...JUNK), { nil: undefined })
const damage = fc.array(fc.tuple(fc.nat(), junk), { minLength: 1, maxLength: 3 })

test('a document with any damage is read, or refused with its place: a profile of it can be used', () => {
  fc.assert(
    fc.property(fc.constantFrom(...WHOLE), damage, (text, damages) => {
      const document = JSON.parse(text)
      for (const [at, value] of damages) {
        const places = placesIn(document)
        const [holder, name] = places[at % places.length] ?? [{}, '']
        holder[name] = structuredClone(value)
      }
      try {
        const learnt = learntOf({ 'api.yaml': JSON.stringify(document) })
        expect(resolveProfile(learnt.profile)).toEqual(learnt.profile)
        reportSchema.parse(documentReport(learnt, RUN, (said) => said))
      } catch (cause) {
        expect(cause).toBeInstanceOf(DocumentError)
        expect((cause as DocumentError).message).toMatch(/^api\.yaml[:#]/)
      }
    }),
    { numRuns: runs({ sample: 20, full: 150 }) },
  )
})
