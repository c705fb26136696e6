import { parseJson } from '../../contract/text/parse-json.ts'
import type { Exchange } from '../../contract/wire/exchange.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import { quoteName } from '../trial.ts'
import { firstBroken, type Mistake, type Mistakes, type Seen } from './mistake.ts'

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

const REPLACE = 'Replace a key that was exposed.'
const BUILD =
  'Build the body with a JSON library from its two fields: JSON.stringify({ partnerReference, sku }).'

/** What is read first, and not as it should be. */
const PREPARING: readonly Mistake[] = [
  {
    of: 'unchecked',
    cause: 'The answer to what is read first is not checked.',
    remedy: 'Buy only after each of these calls was answered with 200; stop where one was not.',
  },
  { of: 'afterwards', cause: 'It is read after the purchase, or at the same time.' },
]

export const SENDING: Mistakes = {
  'ping-first': PREPARING,
  'balance-before-purchase': PREPARING,
  'price-before-purchase': PREPARING,
  'sku-from-catalogue': [
    ...PREPARING,
    {
      of: 'unlisted',
      cause: 'The catalogue is read, but the SKU comes from a setting, or is spelled differently.',
    },
  ],
  'exactly-two-fields': [
    {
      of: 'query',
      cause: 'A parameter of the shop, or one for tracing, is added to every address.',
      remedy: 'Send the purchase to /orders without a query. All that it says is in its body.',
    },
    {
      isSeen: (seen) =>
        fieldsOf(seen) === undefined && (/form/i.test(typeOf(seen)) || /^\w+=/.test(textOf(seen))),
      cause: 'The body is sent as a form: many HTTP libraries do so with a map of fields.',
      remedy:
        'Build the body with a JSON library, and send it with the header Content-Type: application/json.',
    },
    {
      isSeen: (seen) => restyled(seen).length > 0,
      cause: (seen) =>
        `The names of the fields are written in the style of the client: ${nameList(restyled(seen))}.`,
      remedy: 'Name the fields as the reference does: partnerReference and sku.',
    },
    {
      isSeen: (seen) => others(seen).length > 0 && lacks(seen).length === 0,
      remedy: (seen) =>
        `Leave out ${nameList(others(seen))}: send partnerReference and sku, and nothing else.`,
    },
    {
      isSeen: endsEarly,
      cause: (seen) =>
        `The body is cut: Content-Length says ${request(seen)?.headers['content-length']} bytes, and its JSON is longer. The characters were counted, and one such as "é" is more than one byte; or the length is of another text.`,
      remedy:
        'Leave Content-Length to the HTTP library; or encode the body first, and send the number of its bytes.',
    },
    {
      of: 'empty',
      cause:
        'The body is a stream or a buffer that the first attempt has read to its end; or the retry of the HTTP library leaves it out.',
      remedy:
        'Make the body once, as a text, and give exactly that text to every attempt. Wait between attempts, and stop after a few.',
    },
    {
      of: 'not-json',
      cause: 'The body is built by joining texts, or sent as a form.',
      remedy: BUILD,
    },
    {
      of: 'other-shape',
      cause: 'The fields have other names, or are inside another object.',
    },
    {
      of: 'not-filled',
      cause: 'A value is missing in the order of the shop, or has another type there, such as a number.',
      remedy:
        'Send partnerReference and sku, both as strings that are not blank; stop before the purchase if one is missing.',
    },
    { of: 'twice', cause: 'The body is built by joining texts.', remedy: BUILD },
    {
      of: 'media-type',
      cause: 'The HTTP library sets the type for a text or a form, and the client does not change it.',
      remedy: 'Send the header Content-Type: application/json with the purchase.',
    },
  ],
  'stable-reference': [
    {
      of: 'respelled',
      cause:
        'The reference is changed between the purchase and the lookup: its case, blanks, encoded twice, or not at all.',
      remedy: 'Store the reference as it was sent with the purchase, and encode exactly that once in a URL.',
    },
    {
      cause: 'The reference is a random id, or a number of the shop without a prefix.',
      remedy: 'Use a prefix of your own, a colon and the label of the order, such as SHOP:1001.',
    },
  ],
  'key-stays-on-server': [
    {
      of: 'key-in-url',
      cause: 'The key is added to every address, or the reference is made of it.',
      remedy: `Take the key out of every URL, and send it only in the header that the profile names. ${REPLACE}`,
    },
    {
      of: 'key-in-body',
      cause: 'The settings of the client, or an object that has the key, are sent with the purchase.',
      remedy: `Build the body from its two fields alone, and send the key only in the header. ${REPLACE}`,
    },
    {
      of: 'key-in-header',
      cause:
        'The key is sent in two ways at the same time, or is also used as an id for tracing or a session.',
      remedy: `Send the key in one header, the one that the profile names, and take it out of all others. ${REPLACE}`,
    },
    {
      of: 'key-in-browser',
      cause: 'The page calls the API itself.',
      remedy: `Let the page call your server, and only your server call the API. ${REPLACE}`,
    },
  ],
  'documented-operations-only': [
    {
      isSeen: meant('lookupOrder'),
      cause: 'The path of the lookup is guessed: the reference does not show it, the profile assumes one.',
    },
  ],
}
