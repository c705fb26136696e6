import type { Auth } from '../../../../contract/wire/auth.ts'
import { describeWay } from '../../auth-ways.ts'
import type { ApiDocument, Node } from '../document/api-document.ts'
import { keyParametersOf, schemeOf, securityOf } from '../document/security.ts'
import { learn, miss, type Reading } from './document-reading.ts'

type Way = { readonly auth: Auth; readonly isCertain: boolean; readonly node: Node }
type Found = Way | { readonly reason: string; readonly node: Node }

/** Learns how the key is sent (gap `key-transport`): from the security schemes in use, else from a header parameter. */
export function learnAuth(reading: Reading): void {
  const { api, operations } = reading
  const all = Object.values(operations.documented)
  const schemes = new Set(all.flatMap((operation) => securityOf(api, operation)?.alternatives.flat() ?? []))
  const found = [...schemes].flatMap((name) => wayOf(api, name) ?? [])
  const keys = all.flatMap((operation) => keyParametersOf(api, operation))
  const ways: readonly Way[] = found.filter((one) => 'auth' in one)
  const [first, ...others] = distinct(
    ways.length > 0 ? ways : keys.map(({ name, node }) => headerWay(api, name, node)),
  )
  const nodes = found.map(({ node }) => node)
  if (first === undefined) {
    const reasons = found.flatMap((one) => ('reason' in one ? [one.reason] : []))
    miss(
      reading,
      'auth',
      reasons.join(' ') || 'No security scheme and no header parameter carries a key.',
      nodes,
    )
    return
  }
  const rivals = others.map(({ auth }) => describeWay(auth)).join(', ')
  learn(reading, {
    key: 'auth',
    value: first.auth,
    isCertain: first.isCertain && others.length === 0,
    reason: `The key is sent as ${describeWay(first.auth)}${rivals === '' ? '' : `; other ways are ${rivals}`}.`,
    nodes: [first.node],
  })
}

function wayOf(api: ApiDocument, name: string): Found | undefined {
  const node = schemeOf(api, name)
  if (node === undefined) return undefined
  const [type = '', place] = [api.text(node, 'type'), api.text(node, 'in')]
  const scheme = api.text(node, 'scheme') ?? ''
  const header = api.text(node, 'name') ?? ''
  if (type === 'http' && scheme !== '' && !/^(?:basic|digest)$/i.test(scheme)) {
    const written = scheme.toLowerCase() === 'bearer' ? 'Bearer' : scheme
    return { auth: { header: 'Authorization', format: `${written} {key}` }, isCertain: true, node }
  }
  if (type === 'apiKey' && place === 'header') return headerWay(api, header, node)
  const how = type === 'apiKey' ? `in a ${place ?? 'place without a name'}` : `by ${type} ${scheme}`.trimEnd()
  return {
    reason: `The scheme ${name} sends the key ${how}: a profile only supports a header with the key in it.`,
    node,
  }
}

/** In `Authorization`, a key alone is unusual: without a text that shows its form, the form is assumed. */
function headerWay(api: ApiDocument, header: string, node: Node): Way {
  const format = formatIn(api, node, header)
  const isCertain = format !== undefined || header.toLowerCase() !== 'authorization'
  return { auth: { header, format: format ?? '{key}' }, isCertain, node }
}

const PLACEHOLDER = /\{[^{}]*\}|<[^<>]*>|pk_test_[\w-]*…?|\[key\]/
const QUOTED = /`([^`\n]+)`|"([^"\n]+)"|'([^'\n]+)'/g
const SCHEME = new RegExp(`\\b([A-Z][A-Za-z-]*) (?:${PLACEHOLDER.source})`)

/** The form of a header's value that a text shows: `Token {key}`, between quotes or in a sentence. */
function formatIn(api: ApiDocument, node: Node, header: string): string | undefined {
  const texts = ['example', 'x-example', 'description'].map((name) => api.text(node, name))
  for (const text of texts.filter((one) => one !== undefined)) {
    const quoted = [...text.matchAll(QUOTED)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    const isBare = !/\s/.test(text.replace(PLACEHOLDER, '').replace(/^\S+ /, ''))
    const shown =
      [...quoted, ...(isBare ? [text] : [])].find((one) => PLACEHOLDER.test(one)) ?? SCHEME.exec(text)?.[0]
    if (shown !== undefined) return withoutHeader(shown, header).replace(PLACEHOLDER, '{key}')
  }
  return undefined
}

function withoutHeader(text: string, header: string): string {
  const start = `${header}:`
  return text.toLowerCase().startsWith(start.toLowerCase()) ? text.slice(start.length).trim() : text
}

function distinct(ways: readonly Way[]): readonly Way[] {
  return [...new Map(ways.map((way) => [describeWay(way.auth).toLowerCase(), way])).values()]
}
