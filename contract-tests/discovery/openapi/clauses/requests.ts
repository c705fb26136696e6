import { KEY_HEADERS, TEST_KEY_PREFIX } from '../../../../contract/wire/auth.ts'
import { type ApiOperation, parametersOf, requestOf, sampleIn } from '../document/api-operation.ts'
import { admits, presenceOf, typesAt } from '../document/sample.ts'
import { keyParametersOf, schemeOf, securityOf } from '../document/security.ts'
import type { Described, Reading } from '../learn/document-reading.ts'
import type { DocumentRemark } from './answers.ts'

/** A documented request must be enough: no parameter beyond it is required. */
export function request({ api, findings }: Reading, operation: ApiOperation): readonly DocumentRemark[] {
  const auth = findings.findings.find(({ key }) => key === 'auth')?.value
  const header =
    typeof auth === 'object' && auth !== null && 'header' in auth ? String(auth.header).toLowerCase() : ''
  const isOfAccess = (name: string) =>
    [...KEY_HEADERS, header, 'accept', 'content-type'].includes(name.toLowerCase())
  const parameters = parametersOf(api, operation)
  const more = parameters.filter(
    ({ place, name, isRequired }) =>
      isRequired && (place === 'query' || place === 'formData' || (place === 'header' && !isOfAccess(name))),
  )
  if (more.length > 0) {
    const names = more.map(({ name, place }) => `${name} (${place})`).join(', ')
    return [[more.map(({ node }) => node), `It requires more than the documented request has: ${names}.`]]
  }
  const numbers = parameters.filter(({ place, schema }) => {
    const type = api.child(schema, 'type')?.value
    return place === 'path' && typeof type === 'string' && type !== 'string'
  })
  if (numbers.length === 0) return []
  return [
    [
      numbers.map(({ node }) => node),
      `Its path parameter ${numbers.map(({ name }) => name).join(', ')} is not a string.`,
    ],
  ]
}

/** The body of a purchase: exactly two fields (§4). */
export function twoFields({ api, findings }: Reading, { operation }: Described): readonly DocumentRemark[] {
  const content = requestOf(api, operation)
  if (content === undefined)
    return [[[operation.node], 'It lists no JSON body, and the documented one has partnerReference and sku.']]
  const sample = sampleIn(api, content)
  const fields = ['partnerReference', 'sku']
  const missing = fields.filter((name) => presenceOf(sample, `/${name}`) === 'absent')
  const others = fields.filter((name) => {
    const types = typesAt(sample, `/${name}`)
    return types.length > 0 && !types.includes('string')
  })
  const more = (sample.shapes.get('')?.required ?? []).filter((name) => !fields.includes(name))
  const problems = [
    more.length > 0 ? `Its body requires more than the two fields: ${more.join(', ')}.` : [],
    missing.length > 0 ? `Its body has no ${missing.join(' and no ')}.` : [],
    others.length > 0 ? `In its body ${others.join(' and ')} is not a string.` : [],
  ].flat()
  const shape = sample.shapes.get('/partnerReference')
  if (shape !== undefined && !admits(shape, 'KIT:1'))
    findings.note(
      'A partnerReference of the shape <PREFIX>:<order_label> (§2), such as those of verify, does not fit the schema of the document.',
    )
  return [[[content.schema ?? content.node], problems.length === 0 ? null : problems.join(' ')]]
}

const TEST_PREFIX = /\b[a-z]+_(?:test|sandbox)[a-z]*_/gi

/** Whether an operation needs a key, and which (§5.1). */
export function access({ api }: Reading, operation: ApiOperation): readonly DocumentRemark[] {
  const security = securityOf(api, operation)
  const keys = keyParametersOf(api, operation)
  if (security === undefined && keys.length === 0) return []
  const { alternatives, node } = security ?? { alternatives: [], node: operation.node }
  if (keys.length === 0 && alternatives.every((names) => names.length === 0))
    return [[[node], 'It is listed as open to calls without a key.']]
  if (keys.length === 0 && alternatives.some((names) => names.length === 0))
    return [[[node], 'Its key is optional.']]
  const schemes = alternatives.flat().flatMap((name) => schemeOf(api, name) ?? [])
  const saying = [...schemes, ...keys.map((key) => key.node)]
  const wrong = saying.find((one) => {
    const prefixes = api.text(one, 'description')?.match(TEST_PREFIX) ?? []
    return prefixes.length > 0 && !prefixes.some((prefix) => prefix === TEST_KEY_PREFIX)
  })
  return wrong === undefined
    ? [[saying, null]]
    : [[[wrong], `A TEST key begins with ${TEST_KEY_PREFIX}, not as it says.`]]
}
