import { parseJson } from '../../../contract/text/parse-json.ts'
import type { Exchange } from '../../../contract/wire/exchange.ts'
import type { OperationId } from '../../../contract/wire/operations.ts'
import { quoteName } from '../../quote-name.ts'
import { firstBroken, type Mistakes, raising, type Seen } from './mistake.ts'

const FIELDS = ['partnerReference', 'sku']

const request = (seen: Seen): Exchange['request'] | undefined => firstBroken(seen)?.request
const typeOf = (seen: Seen) => request(seen)?.headers['content-type'] ?? ''
const textOf = (seen: Seen) => request(seen)?.body ?? ''

function fieldsOf(seen: Seen): readonly string[] | undefined {
  const document = parseJson(textOf(seen))
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  return isObject ? Object.keys(document) : undefined
}

/** Whether the JSON ends in its middle, where the length that was announced ends it. */
function endsEarly(seen: Seen): boolean {
  const isOpen = /^\s*\{/.test(textOf(seen)) && !/\}\s*$/.test(textOf(seen))
  return isOpen && request(seen)?.headers['content-length'] !== undefined
}

const others = (seen: Seen) => (fieldsOf(seen) ?? []).filter((name) => !FIELDS.includes(name))
const lacks = (seen: Seen) => FIELDS.filter((name) => fieldsOf(seen)?.includes(name) === false)
const plain = (name: string) => name.replaceAll(/[^a-z]/gi, '').toLowerCase()

/** The fields that are there under a name that is only written differently, such as `partner_reference`. */
const restyled = (seen: Seen) =>
  others(seen).filter((name) => lacks(seen).some((wanted) => plain(wanted) === plain(name)))

const nameList = (names: readonly string[]) => names.slice(0, 3).map(quoteName).join(', ')

const meant = (operation: OperationId) => (seen: Seen) => firstBroken(seen)?.nearMiss?.operation === operation

/** What a browser adds to a request. */
const isOfPage = (seen: Seen) =>
  ['origin', 'referer', 'sec-fetch-site'].some((name) => request(seen)?.headers[name] !== undefined)

/** What clients do wrong in what they send: the body, the reference, the path, the key. */
export const SENDING: Mistakes = {
  'exactly-two-fields': raising('last', [
    {
      isSeen: (seen) =>
        fieldsOf(seen) === undefined && (/form/i.test(typeOf(seen)) || /^\w+=/.test(textOf(seen))),
      cause: 'The body is sent as a form: many HTTP libraries do so with a map of fields.',
      remedy:
        'Build the body with a JSON library, and send it with the header Content-Type: application/json.',
      code: 'body',
    },
    {
      isSeen: (seen) => restyled(seen).length > 0,
      cause: (seen) =>
        `The names of the fields are written in the style of the client: ${nameList(restyled(seen))}.`,
      remedy: 'Name the fields as the reference does: partnerReference and sku.',
      code: 'body',
    },
    {
      isSeen: (seen) => others(seen).length > 0 && lacks(seen).length === 0,
      remedy: (seen) =>
        `Leave out ${nameList(others(seen))}: send partnerReference and sku, and nothing else.`,
      code: 'body',
    },
    {
      isSeen: endsEarly,
      cause: (seen) =>
        `The body is cut: Content-Length says ${request(seen)?.headers['content-length']} bytes, and its JSON is longer. The characters were counted, and one such as "é" is more than one byte; or the length is of another text.`,
      remedy:
        'Leave Content-Length to the HTTP library; or encode the body first, and send the number of its bytes.',
    },
    { code: 'body' },
  ]),
  'stable-reference': [
    { isSeen: (seen) => firstBroken(seen)?.operation === 'lookupOrder', code: 'lookup-path' },
    { code: 'reference' },
  ],
  'key-stays-on-server': [{ isSeen: (seen) => !isOfPage(seen), code: 'call' }],
  'documented-operations-only': raising('last', [
    {
      isSeen: meant('lookupOrder'),
      cause: 'The path of the lookup is guessed: the reference does not show it, the profile assumes one.',
      code: 'lookup-path',
    },
    { isSeen: meant('createOrder'), code: 'body' },
    { isSeen: meant('ping'), code: 'call' },
    {},
  ]),
}
