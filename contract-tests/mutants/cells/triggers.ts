import type { HistoryOptions, Moment, OrderHistory } from './history.ts'

/** The condition of a fault. */
export type Trigger = {
  readonly name: string
  readonly holds: (moment: Moment) => boolean
  /** For a fault that confuses two orders: the other one. */
  readonly twin?: (moment: Moment) => OrderHistory | undefined
  /** What the server must do to check the condition. */
  readonly server?: Omit<HistoryOptions, 'clock'>
}

const isFirst = ({ kind, nth }: Moment) => kind === 'purchase' && nth === 1
const isReplay = ({ kind, nth }: Moment) => kind === 'purchase' && nth > 1
const mention = (n: number) => (moment: Moment) => moment.kind === 'purchase' && moment.nth === n
const poll = (n: number) => (moment: Moment) => moment.kind === 'lookup' && moment.nth === n
const written = (pattern: RegExp) => (moment: Moment) => pattern.test(moment.order.partnerReference)

/** The client went away, and has not looked the order up since, or has found it. */
function abandoned(when: 'early' | 'late', isFound: boolean) {
  const holds = (moment: Moment) =>
    !isFirst(moment) && moment.order.abandoned === when && moment.order.lookups > 0 === isFound
  return { holds, server: { holdsAnswers: true } }
}

function ofHeader(name: string, pattern: RegExp) {
  return { holds: ({ request }: Moment) => pattern.test(request.headers.get(name) ?? '') }
}

/** Another order of the same key that a server could confuse by its reference or its content. */
function twinBy(reading: (order: OrderHistory) => string) {
  const twin = ({ order, others }: Moment) =>
    others.find((other) => other.place < order.place && reading(other) === reading(order))
  return { twin, holds: (moment: Moment) => isFirst(moment) && twin(moment) !== undefined }
}

function twinAtOnce() {
  const twin = ({ order, others }: Moment) =>
    others.find(({ sku, place, underWay }) => sku === order.sku && place < order.place && underWay > 0)
  return { twin, holds: (moment: Moment) => isFirst(moment) && twin(moment) !== undefined }
}

const ofReference = (read: (reference: string) => string) => twinBy((order) => read(order.partnerReference))

/** Every trigger. */
export const TRIGGERS = {
  always: { name: 'always', holds: () => true },
  first: { name: 'the purchase itself', holds: isFirst },
  replay: { name: 'its replay', holds: isReplay },
  mention2: { name: 'the 2nd mention', holds: mention(2) },
  mention3: { name: 'the 3rd mention', holds: mention(3) },
  mention5: { name: 'the 5th mention', holds: mention(5) },
  poll1: { name: 'the 1st poll', holds: poll(1) },
  poll2: { name: 'the 2nd poll', holds: poll(2) },
  withinASecond: {
    name: 'within a second of the purchase',
    holds: (moment) => !isFirst(moment) && moment.sinceMs < 1000,
  },
  pastASecond: { name: 'past a second', holds: ({ sinceMs }) => sinceMs >= 1000 },
  settled: {
    name: 'once it is settled',
    holds: (moment) => !isFirst(moment) && moment.status !== null && moment.status !== 'PROCESSING',
    server: { looksFirst: true },
  },
  early: { name: 'after an early client timeout', ...abandoned('early', false) },
  earlyFound: { name: 'after an early client timeout, once looked up', ...abandoned('early', true) },
  late: { name: 'after a late client timeout', ...abandoned('late', false) },
  lateFound: { name: 'after a late client timeout, once looked up', ...abandoned('late', true) },
  sameAtOnce: {
    name: 'the same reference at the same moment',
    holds: ({ isRepeatedAtOnce }) => isRepeatedAtOnce,
  },
  cardAtOnce: { name: 'the same card at the same moment', ...twinAtOnce() },
  secondOrder: {
    name: 'the second order',
    twin: ({ others }) => others[0],
    holds: ({ order }) => order.place === 2,
  },
  laterOrder: {
    name: 'a later order',
    twin: ({ others }) => others[0],
    holds: ({ order }) => order.place > 1,
  },
  sameCard: { name: 'the same card again', ...twinBy(({ sku }) => sku) },
  escapes: { name: 'characters that need escapes', holds: written(/[^A-Za-z0-9:._~-]/) },
  nonAscii: { name: 'non-ASCII characters', holds: written(/[^\0-\x7f]/) },
  long: { name: 'more than 32 characters', holds: written(/^.{33}/u) },
  caseTwin: { name: 'differs in case alone', ...ofReference((text) => text.toLowerCase()) },
  beginningTwin: { name: 'has the same 32 characters first', ...ofReference((text) => text.slice(0, 32)) },
  punctuationTwin: {
    name: 'differs in punctuation alone',
    ...ofReference((text) => text.replace(/[\p{P}\p{S}]/gu, '')),
  },
  blankTwin: { name: 'differs in blanks alone', ...ofReference((text) => text.replace(/\s/g, '')) },
  accentTwin: {
    name: 'differs in accents alone',
    ...ofReference((text) => text.normalize('NFD').replace(/\p{M}/gu, '')),
  },
  skuTwin: { name: 'a SKU with the same beginning', ...twinBy(({ sku }) => sku.slice(0, 8)) },
  charset: { name: 'a charset', ...ofHeader('Content-Type', /charset/) },
  chunked: { name: 'a chunked body', ...ofHeader('Transfer-Encoding', /chunked/) },
  acceptJson: { name: 'JSON is accepted', ...ofHeader('Accept', /json/) },
  acceptAny: { name: 'anything is accepted', ...ofHeader('Accept', /\*/) },
  identity: { name: 'no content coding', ...ofHeader('Accept-Encoding', /identity/) },
  agentJava: { name: 'the User-Agent okhttp', ...ofHeader('User-Agent', /okhttp/) },
  agentPython: { name: 'the User-Agent of Python', ...ofHeader('User-Agent', /python/) },
} satisfies Record<string, Trigger>

/** The name of a trigger in the table of cells. */
export type TriggerId = keyof typeof TRIGGERS
