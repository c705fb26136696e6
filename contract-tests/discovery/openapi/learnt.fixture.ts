import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PartialProfile, resolveProfile } from '../../../contract/profile/parse-profile.ts'
import type { AnswerKey } from '../../../contract/profile/profile.ts'
import type { DiscoveryEvent, Finding, Miss } from '../findings.ts'
import { DocumentError } from './document/api-document.ts'
import { type LearntDocument, readDocument } from './read-document.ts'

const FOREIGN = join(import.meta.dirname, 'foreign')

/** Documents of this API, each in another hand's style, and the names of their first files. */
export const FOREIGN_DOCUMENTS = {
  'Swagger 2.0 in YAML': 'swagger-two.yaml',
  'OpenAPI 3.0 in JSON, with allOf and a prefix': 'all-of.openapi.json',
  'OpenAPI 3.1 in JSON, with $defs and oneOf': 'defs.openapi.json',
  'OpenAPI 3.0 in many files': 'split/openapi.yaml',
  'OpenAPI 3.0 in YAML with anchors, and field names in German': 'anchors.yaml',
  'OpenAPI 3.2 against four clauses': 'contradicting.yaml',
} as const

/** What a document of the folder `foreign` says. */
export function learntFrom(path: string): LearntDocument {
  const [file = '', ...folders] = path.split('/').reverse()
  const folder = join(FOREIGN, ...folders.reverse())
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return readDocument({ file, read, start: resolveProfile({}) }, () => {})
}

type Given = {
  readonly start?: PartialProfile
  readonly prefix?: string
  readonly secrets?: readonly string[]
}

/** What a document says that is made of some files, by their names; the first is `api.yaml`. */
export function learntOf(files: Readonly<Record<string, unknown>>, given: Given = {}) {
  const events: DiscoveryEvent[] = []
  const read = (name: string) => {
    const content = files[name]
    if (content === undefined) throw new DocumentError(`${name}: there is no such file.`)
    return typeof content === 'string' ? content : JSON.stringify(content)
  }
  const { start = {}, ...more } = given
  const aim = { file: 'api.yaml', read, start: resolveProfile(start), ...more }
  const learnt = readDocument(aim, (event) => events.push(event))
  return { ...learnt, events }
}

type Schema = Readonly<Record<string, unknown>>

const body = (schema: unknown) => ({ description: 'A body.', content: { 'application/json': { schema } } })
/** A schema of an object with these members. */
export const object = (properties: Schema): Schema => ({ type: 'object', properties })
/** A schema of a string. */
export const text = { type: 'string' }
const amount = object({ amount: { type: 'string', example: '12.50' }, currency: { enum: ['EUR'] } })

/** The parts of a document that keeps every clause; some of them may be replaced. */
export const PARTS = {
  pingData: object({ status: { enum: ['ok'] }, mode: { enum: ['TEST', 'LIVE'] } }) as unknown,
  ping: undefined as unknown,
  productsData: object({ products: { type: 'array', items: object({ sku: text }) } }) as unknown,
  priceParameters: [{ name: 'sku', in: 'path', required: true, schema: text }] as unknown,
  balanceParameters: [] as unknown,
  priceData: object({ price: amount }) as unknown,
  balanceData: object({ balance: amount }) as unknown,
  order: {
    ...object({ partnerReference: text, sku: text }),
    required: ['partnerReference', 'sku'],
  } as unknown,
  orderParameters: [] as unknown,
  status: { enum: ['PROCESSING', 'COMPLETED', 'FAILED'] } as unknown,
  summary: {} as Schema,
  purchase: (summary: unknown): unknown => object({ data: object({ order: object({ order: summary }) }) }),
  lookup: (summary: unknown): unknown => object({ data: object({ order: summary }) }),
  security: [{ key: [] }] as unknown,
  scheme: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } as unknown,
  refusals: {} as Schema,
  paths: {} as Schema,
}

/** A document in which some parts are replaced. */
export function documentWith(parts: Partial<typeof PARTS> = {}): Schema {
  const all = { ...PARTS, ...parts }
  const summary = object({ status: all.status, pollAfterSeconds: { type: 'number' }, ...all.summary })
  const get = (data: unknown, more: Schema = {}) => ({
    get: { responses: { '200': body(object({ data })), ...all.refusals }, ...more },
  })
  return {
    openapi: '3.1.0',
    security: all.security,
    paths: {
      '/ping': all.ping ?? get(all.pingData),
      '/products': get(all.productsData),
      '/products/{sku}/price': get(all.priceData, { parameters: all.priceParameters }),
      '/balance': get(all.balanceData, { parameters: all.balanceParameters }),
      '/orders': {
        post: {
          parameters: all.orderParameters,
          requestBody: body(all.order),
          responses: { '201': body(all.purchase(summary)), ...all.refusals },
        },
      },
      '/orders/{reference}': {
        get: {
          parameters: [{ name: 'reference', in: 'path', required: true, schema: text }],
          responses: { '200': body(all.lookup(summary)), ...all.refusals },
        },
      },
      ...all.paths,
    },
    components: { securitySchemes: { key: all.scheme } },
  }
}

/** What a document says of a key, or why it says nothing. */
export function answerIn({ findings, misses }: LearntDocument, key: AnswerKey): Finding | Miss | undefined {
  return [...findings, ...misses].find((one) => one.key === key)
}

/** What one document says, some parts of which are replaced. */
export function learntWith(parts: Partial<typeof PARTS>) {
  return learntOf({ 'api.yaml': documentWith(parts) })
}
