import { isObject, readPointer } from '../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { html, type Markup } from '../../reporting/markup/markup.ts'
import type { Examples } from '../marks.ts'
import type { OpenApiDocument } from '../openapi-document.ts'
import type { Parameter } from '../parts/operations.ts'
import type { Content } from '../parts/refusals.ts'
import type { JsonSchema } from '../schema.ts'
import { type Marked, originOf, originText } from './origin.ts'

type Body = Marked & { readonly content?: Content }

export function operationSection(id: OperationId, document: OpenApiDocument): Markup | null {
  const found = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, shown]) => ({ path, method, shown })))
    .find(({ shown }) => shown.operationId === id)
  if (found === undefined) return null
  const { path, method, shown } = found
  // Every reference of the document leads to a schema or to a response.
  const referred: Referred = ($ref) => readPointer(document, $ref.slice(1)) as JsonSchema
  const { '200': _, '2XX': success = {}, ...others } = shown.responses
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><code>${method.toUpperCase()} ${path}</code> <small>${shown.summary}</small></h2>
<p class="says">${originText(shown)}</p>
${originOf(shown)}
${(shown.parameters ?? []).map(parameterField)}
${shown.requestBody === undefined ? null : bodyPart('The body', shown.requestBody, referred)}
${bodyPart('The answer, with any status 2xx', success, referred)}
<details class="refusals"><summary>Refusals: ${Object.keys(others)
    .filter((status) => status !== 'default')
    .join(', ')}, or any other status</summary>
${Object.entries(others).map(([status, answer]) => refusal(status, '$ref' in answer ? referred(answer.$ref) : answer))}
</details>
</section>`
}

function parameterField(parameter: Parameter): Markup {
  const place = `${parameter.name}, in the ${parameter.in}`
  return fieldRow({ place, form: formOf(parameter.schema), schema: parameter })
}

function bodyPart(title: string, body: Body, referred: Referred): Markup {
  const media = Object.values(body.content ?? {})
  return html`<h3>${title}</h3>
<p>${originText(body)}</p>
${originOf(body)}
${media.flatMap(({ schema }) => documentedFields(schema, referred).filter(({ place }) => place !== '')).map(fieldRow)}
${media.map(({ examples }) => exampleList(examples))}`
}

function refusal(status: string, body: Body): Markup {
  const name = status === 'default' ? 'Any other status' : status
  return html`${fieldRow({ place: name, form: Object.keys(body.content ?? {}).join(), schema: body })}
${Object.values(body.content ?? {}).map(({ examples }) => exampleList(examples))}`
}

function fieldRow({ place, form, schema }: Field): Markup {
  return html`<div class="field"><p><code class="place">${place}</code> <span class="form">${form}</span></p>
<p>${originText(schema)}</p>
${originOf(schema)}</div>`
}

function exampleList(examples: Examples = {}): Markup | null {
  const entries = Object.entries(examples)
  if (entries.length === 0) return null
  const shown = entries.map(
    ([name, example]) => html`<p><code>${name}</code>: ${example.summary}</p>
<pre tabindex="0">${JSON.stringify(example.value, null, 2)}</pre>`,
  )
  return html`<details class="examples"><summary>${entries.length === 1 ? 'An example' : `${entries.length} examples`}</summary>${shown}</details>`
}

type Field = { readonly place: string; readonly form: string; readonly schema: JsonSchema }

type Referred = ($ref: string) => JsonSchema

/**
 * Every described value of a body, from the outside in. A schema that is referred to is described in its place, with what
 * the reference adds.
 */
function documentedFields({ $ref, ...said }: JsonSchema, referred: Referred, place = ''): readonly Field[] {
  const target = typeof $ref === 'string' ? referred($ref) : {}
  const own = [said, target].filter(({ description }) => description !== undefined)
  const whole = { ...target, ...said }
  return [
    ...own.map((part) => ({ place, form: formOf(whole), schema: part })),
    ...below(whole, place).flatMap(([inside, part]) => documentedFields(part, referred, inside)),
  ]
}

type Placed = readonly [place: string, schema: JsonSchema]

function below(
  { properties, items, prefixItems, anyOf, then }: JsonSchema,
  place: string,
): readonly Placed[] {
  const named = Object.entries(isObject(properties) ? properties : {})
  const listed: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : []
  const alternatives: readonly unknown[] = Array.isArray(anyOf) ? anyOf : []
  const parts: readonly (readonly [string, unknown])[] = [
    ...named.map(([name, part]) => [place === '' ? name : `${place}.${name}`, part] as const),
    [`${place}[]`, items],
    ...listed.map((part, index) => [`${place}[${index}]`, part] as const),
    ...[...alternatives, then].map((part) => [place, part] as const),
  ]
  return parts.flatMap(([at, part]) => (isObject(part) ? [[at, part] as const] : []))
}

/** What a value may be, in a few words. */
function formOf(schema: JsonSchema): string {
  const { type, pattern, maxLength, $ref } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf !== undefined) return 'one of the following'
  const words = [
    [type ?? ($ref === undefined ? 'any value' : [])].flat().join(' or '),
    typeof pattern === 'string' ? `like ${pattern}` : '',
    typeof maxLength === 'number' ? `of at most ${maxLength} characters` : '',
  ]
  return words.filter((word) => word !== '').join(' ')
}
