import Ajv from 'ajv/dist/2020.js'
import type { OperationObject, ReferenceObject, ResponseObject } from 'openapi3-ts/oas31'
import { answer, exchange } from '../../certification/testing/exchange.fixture.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import { readPointer } from '../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { openApiDocument } from '../openapi-document.ts'

/** Finds where recorded exchanges differ from the document of a profile, with a validator that is not ours. */
export function violationsOf(profile: Profile): (exchanges: readonly Exchange[]) => string[] {
  const document = openApiDocument(profile)
  const ajv = new Ajv.default({ strict: false, allErrors: true })
  ajv.addSchema(document, 'document')
  const operations = Object.values(document.paths).flatMap(Object.values) as OperationObject[]

  const errorsOf = (reference: string, body: string | null): string[] => {
    const validate = ajv.getSchema(`document${reference}`)
    if (validate === undefined) return [`there is no ${reference}`]
    return validate(JSON.parse(body ?? '')) === true ? [] : [ajv.errorsText(validate.errors)]
  }
  const requestErrors = ({ operation, request, response }: Exchange): string[] => {
    const isServed = operation === 'createOrder' && response !== null && response.status < 300
    return isServed ? errorsOf('#/components/schemas/OrderRequest', request.body) : []
  }
  const answerErrors = ({ operation, response }: Exchange): string[] => {
    if (response === null) return []
    const { status, headers, body } = response
    const responses = operations.find(({ operationId }) => operationId === operation)?.responses ?? {}
    const found: ResponseObject | ReferenceObject =
      responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default
    const { content = {} } = (
      '$ref' in found ? readPointer(document, found.$ref.slice(1)) : found
    ) as ResponseObject
    const [type = ''] = new Headers(headers).get('content-type')?.split(';') ?? []
    const schema = (content[type] ?? content['*/*'])?.schema
    if (schema === undefined) return [`no content ${type}`]
    return '$ref' in schema ? errorsOf(schema.$ref, body) : []
  }
  return (exchanges) =>
    exchanges
      .filter(({ operation }) => operation !== null)
      .flatMap((exchange) =>
        [...requestErrors(exchange), ...answerErrors(exchange)].map(
          (error) => `${exchange.operation} ${exchange.response?.status}: ${error}`,
        ),
      )
}

/** An exchange that was answered with JSON. */
export function answered(operation: OperationId, status: number, body: unknown): Exchange {
  const order = '{"partnerReference":"SHOP:1","sku":"CARD-1"}'
  const request = { method: 'GET', target: '/', headers: {}, body: order }
  const headers = { 'Content-Type': 'application/json' }
  return exchange({ operation, request, response: { ...answer(body, status), headers } })
}
