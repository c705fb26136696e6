import type { Profile } from '../../contract/profile/profile.ts'
import {
  OPERATION_IDS,
  type Operation,
  type OperationId,
  operationsOf,
} from '../../contract/wire/operations.ts'
import { parameterOf, parsePathTemplate, queryText } from '../../contract/wire/path-template.ts'
import type { Examples, Mark, Marks, Origin } from '../marks.ts'
import { type JsonSchema, refTo } from '../schema.ts'
import { examplesOf } from './examples.ts'
import { type Content, type OpenApiResponse, refusalResponses } from './refusals.ts'

type Row = Origin & {
  readonly tag: string
  /** The schema of what answers it. */
  readonly answer: string
  readonly text: string
}

const ROWS: Readonly<Record<OperationId, Row>> = {
  ping: {
    tag: 'Connectivity',
    answer: 'PingAnswer',
    text: 'Checks connectivity and the key.',
    clauses: ['ping-ok', 'ping-mode-test', 'ping-first'],
  },
  listProducts: {
    tag: 'Catalogue',
    answer: 'Catalogue',
    text: 'Reads the catalogue.',
    clauses: ['product-has-sku', 'sku-from-catalogue'],
    gaps: ['catalogue-paging'],
  },
  getPrice: {
    tag: 'Catalogue',
    answer: 'Price',
    text: 'Reads what a card costs.',
    clauses: ['price-per-sku', 'price-before-purchase'],
    gaps: ['catalogue-paging'],
  },
  getBalance: {
    tag: 'Balance',
    answer: 'Balance',
    text: 'Reads what the partner may spend.',
    clauses: ['balance-readable', 'balance-before-purchase'],
    gaps: ['catalogue-paging'],
  },
  createOrder: {
    tag: 'Orders',
    answer: 'PurchaseAnswer',
    text: 'Purchases a card; or, with the body of an earlier purchase, finds that purchase again.',
    clauses: [
      'same-body-same-purchase',
      'retry-identical-body',
      'new-reference-new-purchase',
      'one-reference-per-purchase',
      'purchase-survives-timeout',
      'timeout-is-not-failure',
    ],
    gaps: ['settlement-time', 'funds-movement', 'timeouts'],
  },
  lookupOrder: {
    tag: 'Orders',
    answer: 'LookupAnswer',
    text: 'Looks an order up by its reference.',
    clauses: ['purchase-survives-timeout', 'timeout-is-not-failure', 'waits-poll-after'],
    gaps: ['lookup-operation'],
  },
}

type Parameter = Marks & {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: true
  readonly schema: JsonSchema
  readonly examples?: Examples
}

/** One call of the API. */
type OpenApiOperation = Marks & {
  readonly operationId: OperationId
  readonly summary: string
  readonly tags: string[]
  readonly parameters?: Parameter[]
  readonly requestBody?: Marks & { readonly required: true; readonly content: Content }
  /** By status, `2XX` or `default`. */
  readonly responses: Readonly<Record<string, OpenApiResponse | { readonly $ref: string }>>
}
type Methods = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete' | 'query', OpenApiOperation>>

/** The paths of the document: the documented operations, and the lookup where the profile has it. */
export function pathsOf(profile: Profile, mark: Mark): Readonly<Record<string, Methods>> {
  const paths: Record<string, Methods> = {}
  const examples = examplesOf(profile, mark)
  for (const id of OPERATION_IDS) {
    const operation = operationsOf(profile)[id]
    const [path = ''] = operation.path.split('?')
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: operationObject(operation, profile, examples, mark),
    }
  }
  return paths
}

/** The tags of the document, in the order of the typical flow. */
export const TAGS = [
  { name: 'Connectivity', description: 'Whether the service can be reached, and with which key.' },
  { name: 'Catalogue', description: 'What can be bought, and what it costs.' },
  { name: 'Balance', description: 'What the partner may spend.' },
  { name: 'Orders', description: 'Purchases, and the state of each.' },
]

function operationObject(
  { id, path, purpose }: Operation,
  profile: Profile,
  examples: ReturnType<typeof examplesOf>,
  mark: Mark,
): OpenApiOperation {
  const { tag, answer, text, ...origin } = ROWS[id]
  const { settleSeconds, bodyBytes } = profile.limits
  const settles = id === 'createOrder' ? ` An order is PROCESSING for at most ${settleSeconds} seconds.` : ''
  const parameters = parametersOf(path, examples, mark)
  const { charset, chunked } = profile.requests
  const noCharset = charset ? '' : ' A charset in the Content-Type is refused.'
  const noChunks = chunked ? '' : ' A body in chunks is refused.'
  const body = mark(`Exactly two fields, in at most ${bodyBytes} bytes.${noCharset}${noChunks}`, {
    clauses: ['order-two-fields', 'exactly-two-fields'],
    gaps: ['size-limits', 'request-forms'],
  })
  return {
    operationId: id,
    summary: purpose.charAt(0).toUpperCase() + purpose.slice(1),
    tags: [tag],
    ...mark(text + settles, origin),
    ...(parameters.length > 0 && { parameters }),
    ...(id === 'createOrder' && {
      requestBody: { required: true, ...body, content: json('OrderRequest', examples.request) },
    }),
    responses: { ...successes(json(answer, examples[id]), mark), ...refusalResponses(id, profile) },
  }
}

/** Any success; and 200 by itself, without which many generators know no answer. */
function successes(content: Content, mark: Mark) {
  const success = (text: string): OpenApiResponse => ({
    ...mark(text, { clauses: ['data-envelope'], gaps: ['success-status'] }),
    content,
  })
  return {
    '200': success('A success. That its status is 200 is assumed.'),
    '2XX': success('Any other success.'),
  }
}

function json(schema: string, examples: Examples): Content {
  return { 'application/json': { schema: refTo(schema), examples } }
}

type ParameterPlace = { readonly name: string; readonly in: 'path' | 'query'; readonly value: string }

/** The parameters of a path template. What its query holds besides the reference has to be sent as it is written. */
function parametersOf(
  path: string,
  { sku, reference }: ReturnType<typeof examplesOf>,
  mark: Mark,
): Parameter[] {
  return parameterPlaces(path).map(({ value, ...place }) => {
    const name = parameterOf(value)
    if (name === 'sku') {
      const said = mark('A SKU of the catalogue.', { clauses: ['price-per-sku', 'sku-from-catalogue'] })
      return { ...place, required: true, ...said, schema: TEXT, examples: sku }
    }
    const said = mark(name === undefined ? 'Always this value.' : 'The reference of the order.', {
      gaps: ['lookup-operation'],
    })
    const schema = name === undefined ? { type: 'string', const: queryText(value) } : TEXT
    return { ...place, required: true, ...said, schema, ...(name !== undefined && { examples: reference }) }
  })
}

const TEXT = { type: 'string', minLength: 1 }

/** Where the values of a path template are sent: its parameters, and each value of its query. */
function parameterPlaces(path: string): ParameterPlace[] {
  const { segments, query } = parsePathTemplate(path)
  const named = segments.flatMap((segment) => {
    const name = parameterOf(segment)
    return name === undefined ? [] : [{ name, in: 'path', value: segment } as const]
  })
  return [...named, ...query.map(([name, value]) => ({ name: queryText(name), in: 'query', value }) as const)]
}
