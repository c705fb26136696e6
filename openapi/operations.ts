import type {
  ContentObject,
  ExamplesObject,
  OperationObject,
  ParameterObject,
  PathsObject,
  ResponsesObject,
} from 'openapi3-ts/oas31'
import type { Profile } from '../contract/profile/profile.ts'
import { type Operation, type OperationId, operationsOf } from '../contract/wire/operations.ts'
import { parameterOf, parsePathTemplate, queryText } from '../contract/wire/path-template.ts'
import { examplesOf } from './examples.ts'
import { refTo } from './json-schema.ts'
import type { Basis, Mark } from './marks.ts'
import { refusalsOf } from './refusals.ts'
import { TEXT } from './schemas.ts'

type Row = Basis & {
  /** The schema of its answer. */
  readonly answer: string
  readonly sentence: string
}

const ROWS: Readonly<Record<OperationId, Row>> = {
  ping: {
    answer: 'PingAnswer',
    sentence: 'Checks connectivity and the key.',
    clauses: ['ping-ok', 'ping-mode-test', 'ping-first'],
  },
  listProducts: {
    answer: 'Catalogue',
    sentence: 'Reads the catalogue.',
    clauses: ['product-has-sku', 'sku-from-catalogue'],
    gaps: ['catalogue-paging'],
  },
  getPrice: {
    answer: 'Price',
    sentence: 'Reads what a card costs.',
    clauses: ['price-per-sku', 'price-before-purchase'],
    gaps: ['catalogue-paging'],
  },
  getBalance: {
    answer: 'Balance',
    sentence: 'Reads what the partner may spend.',
    clauses: ['balance-readable', 'balance-before-purchase'],
    gaps: ['catalogue-paging'],
  },
  createOrder: {
    answer: 'PurchaseAnswer',
    sentence: 'Buys a card. With the body of an earlier purchase, it finds that purchase again.',
    clauses: [
      'same-body-same-purchase',
      'retry-identical-body',
      'new-reference-new-purchase',
      'one-reference-per-purchase',
      'purchase-survives-timeout',
      'timeout-is-not-failure',
    ],
    gaps: ['funds-movement', 'timeouts'],
  },
  lookupOrder: {
    answer: 'LookupAnswer',
    sentence: 'Looks an order up by its reference.',
    clauses: ['purchase-survives-timeout', 'timeout-is-not-failure', 'waits-poll-after'],
    gaps: ['lookup-operation'],
  },
}

/** The documented operations, and the lookup where the profile has it. */
export function pathsOf(profile: Profile, mark: Mark): PathsObject {
  const paths: PathsObject = {}
  for (const operation of Object.values(operationsOf(profile))) {
    const [path = ''] = operation.path.split('?')
    const method = operation.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operationObject(operation, profile, mark) }
  }
  return paths
}

function operationObject({ id, path, purpose }: Operation, profile: Profile, mark: Mark): OperationObject {
  const { answer, sentence, ...basis } = ROWS[id]
  const examples = examplesOf(profile, mark)
  const parameters = parametersOf(path, mark, examples)
  return {
    operationId: id,
    summary: purpose.charAt(0).toUpperCase() + purpose.slice(1),
    ...mark(sentence, basis),
    ...(parameters.length > 0 && { parameters }),
    ...(id === 'createOrder' && { requestBody: requestBody(profile, mark, examples.request) }),
    responses: { ...successes(json(answer, examples[id]), mark), ...refusalsOf(id, profile) },
  }
}

function requestBody({ limits, requests }: Profile, mark: Mark, examples: ExamplesObject) {
  const refused = [
    requests.charset ? '' : ' A charset in the Content-Type is refused.',
    requests.chunked ? '' : ' A body in chunks is refused.',
  ]
  const marks = mark(`Exactly two fields, in at most ${limits.bodyBytes} bytes.${refused.join('')}`, {
    clauses: ['order-two-fields', 'exactly-two-fields'],
    gaps: ['size-limits', 'request-forms'],
  })
  return { required: true, ...marks, content: json('OrderRequest', examples) }
}

/** Any success. 200 is there by itself, too: without it, many generators know no answer. */
function successes(content: ContentObject, mark: Mark): ResponsesObject {
  const basis: Basis = { clauses: ['data-envelope'], gaps: ['success-status'] }
  return {
    '200': { ...mark('A success. That its status is 200 is assumed.', basis), content },
    '2XX': { ...mark('Any other success.', basis), content },
  }
}

function json(schema: string, examples: ExamplesObject): ContentObject {
  return { 'application/json': { schema: refTo(schema), examples } }
}

/** The parameters of a path template. Its query may have fixed values, too, which are sent as they are. */
function parametersOf(path: string, mark: Mark, examples: ReturnType<typeof examplesOf>): ParameterObject[] {
  const sku = mark('A SKU of the catalogue.', { clauses: ['price-per-sku', 'sku-from-catalogue'] })
  const reference = mark('The reference of the order.', { gaps: ['lookup-operation'] })
  const fixed = mark('Always this value.', { gaps: ['lookup-operation'] })
  const valueOfPart = (part: string) => {
    const name = parameterOf(part)
    if (name === undefined) return { ...fixed, schema: { type: 'string', const: queryText(part) } as const }
    if (name === 'sku') return { ...sku, schema: TEXT, examples: examples.sku }
    return { ...reference, schema: TEXT, examples: examples.reference }
  }
  const { segments, query } = parsePathTemplate(path)
  return [
    ...segments.flatMap((segment): ParameterObject[] => {
      const name = parameterOf(segment)
      return name === undefined ? [] : [{ name, in: 'path', required: true, ...valueOfPart(segment) }]
    }),
    ...query.map(([name, value]): ParameterObject => {
      return { name: queryText(name), in: 'query', required: true, ...valueOfPart(value) }
    }),
  ]
}
