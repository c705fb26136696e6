import {
  type AnswerChange,
  anySuccess,
  changeDocument,
  changedObjects,
  SHOWN_IN,
  type Variant,
  withHeader,
  withoutHeader,
} from '../variant.ts'

type FormRow = readonly [id: string, change: string, readAt: string, answers: AnswerChange]

const BODY = 'the body of every answer'
const HEADERS = 'the headers of every answer'

/** JSON (RFC 8259) and HTTP (RFC 9110, RFC 9112) leave these open, and the reference does not mention them. */
const FORMS: readonly FormRow[] = [
  [
    'json-indented',
    'The JSON of an answer is indented over several lines.',
    BODY,
    (answer) =>
      isJson(answer.headers)
        ? { ...answer, body: `${JSON.stringify(JSON.parse(answer.body), null, 2)}\n` }
        : answer,
  ],
  [
    'json-reversed',
    'The members of every object are in reverse order.',
    BODY,
    changeDocument((document) => changedObjects(document, (members) => members.toReversed())),
  ],
  [
    'content-type-charset',
    'The content type of every answer names its charset.',
    HEADERS,
    (answer) => {
      const [, type] = answer.headers.find(([name]) => name.toLowerCase() === 'content-type') ?? []
      return type === undefined ? answer : withHeader(answer, 'Content-Type', `${type}; charset=UTF-8`)
    },
  ],
  [
    'headers-in-capitals',
    'Header names are in capitals, and there are more headers.',
    HEADERS,
    (answer) => {
      const more = [
        ['Server', 'gateway'],
        ['X-Request-Id', '7f0c'],
        ['Cache-Control', 'no-store'],
      ] as const
      const headers = [...answer.headers, ...more].map(
        ([name, value]) => [name.toUpperCase(), value] as const,
      )
      return { ...answer, headers }
    },
  ],
  [
    'no-header-of-the-mock',
    'There is no Mock-Assumptions header, which no service sends.',
    HEADERS,
    (answer) => withoutHeader(answer, 'Mock-Assumptions'),
  ],
  [
    'chunked',
    'Answers are sent in chunks, without a Content-Length.',
    'the framing of every answer',
    (answer) => ({ ...answer, isChunked: true }),
  ],
]

/** How an answer is written, with the same content. */
export const FORM_VARIANTS: readonly Variant[] = FORMS.map(([id, change, readAt, answers]) => ({
  id,
  gaps: [],
  change,
  readAt,
  scenarios: [SHOWN_IN.processing],
  answers,
  isReceived: anySuccess,
}))

function isJson(headers: readonly (readonly [string, string])[]): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /json/i.test(value))
}
