import Ajv from 'ajv/dist/2020.js'
import { answer, exchange } from '../../certification/testing/exchange.fixture.ts'
import type { Profile } from '../../contract/profile/profile.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { openApiDocument } from '../openapi-document.ts'

/** Where recorded exchanges differ from the document of a profile, by a validator that is not ours. */
export function violationsOf(profile: Profile): (exchanges: readonly Exchange[]) => string[] {
  const document = openApiDocument(profile)
  const ajv = new Ajv.default({ strict: false, allErrors: true })
  ajv.addSchema(document, 'document')
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

  const errorsOf = (reference: string, body: unknown): string[] => {
    const validate = ajv.getSchema(`document${reference}`)
    if (validate === undefined) return [`there is no ${reference}`]
    return validate(body) === true ? [] : [ajv.errorsText(validate.errors)]
  }
  const answerErrors = ({ operation, response }: Exchange): string[] => {
    if (response === null) return []
    const responses = operations.find(({ operationId }) => operationId === operation)?.responses ?? {}
    const { status, headers, body } = response
    const named = responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default
    if (named === undefined) return [`no response ${status}`]
    const name = '$ref' in named ? named.$ref.split('/').at(-1) : undefined
    const { content } = { content: {}, ...named, ...document.components.responses[name ?? ''] }
    const type = new Headers(headers).get('content-type') ?? ''
    const media = content[type.split(';')[0] ?? ''] ?? content['*/*']
    if (media === undefined) return [`no content ${type}`]
    const { $ref } = media.schema
    return typeof $ref === 'string' ? errorsOf($ref, JSON.parse(body)) : []
  }
  const requestErrors = ({ operation, request, response }: Exchange): string[] => {
    const isServed = operation === 'createOrder' && response !== null && response.status < 300
    return isServed ? errorsOf('#/components/schemas/OrderRequest', JSON.parse(request.body ?? '')) : []
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
  const request = {
    method: 'GET',
    target: '/',
    headers: {},
    body: '{"partnerReference":"SHOP:1","sku":"CARD-1"}',
  }
  const headers = { 'Content-Type': 'application/json' }
  return exchange({ operation, request, response: { ...answer(body, status), headers } })
}
