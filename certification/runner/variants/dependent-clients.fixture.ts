import { createClient } from '../../../reference-client/public.ts'
import type { ClientEnvironment } from '../../mutants/client/caller.ts'
import type { ClientFunction } from '../../mutants/runner/start-client.ts'

type Summary = { readonly status: string; readonly pollAfterSeconds?: number | null }
/** An answer as these clients read it, without a check. */
type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: each of them reads what it likes, some what nobody documented.
  readonly data: any
}

/** What a client decides that the reference leaves open. */
type Behaviour = {
  readonly isSuccess: (answer: Answer) => boolean
  /** Checks an answer first, and throws if the client rejects it. */
  readonly inspect: (answer: Answer) => void
  readonly isSettled: (summary: Summary) => boolean
  readonly pauseMs: (summary: Summary) => number
  /** How long to wait before a purchase that was refused is sent again; null where it is given up. */
  readonly retryMs: (answer: Answer) => number | null
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly readCatalogue: (products: any[], sku: string) => void
}

/** Depends on no answer: it does not judge how an order was settled. */
const INDEPENDENT: Behaviour = {
  isSuccess: ({ status }) => status >= 200 && status < 300,
  inspect: () => {},
  isSettled: ({ status }) => status !== 'PROCESSING',
  pauseMs: ({ pollAfterSeconds }) => Number(pollAfterSeconds) * 1000,
  retryMs: ({ status }) => (status === 429 || status >= 500 ? 200 : null),
  readCatalogue: () => {},
}

/** A client with a behaviour. Everything else it does as the reference asks. */
function clientOf(changed: Partial<Behaviour>): ClientFunction {
  const behaviour = { ...INDEPENDENT, ...changed }
  return async (task) => {
    const { sku } = task
    const read = async (path: string) => successOf(await call(task, behaviour, 'GET', path), behaviour)
    await read('/ping')
    behaviour.readCatalogue((await read('/products')).products, sku)
    await read(`/products/${sku}/price`)
    await read('/balance')
    const placed = await place(task, behaviour)
    if (placed === null) return 1
    await follow(task, behaviour, placed)
    return 0
  }
}

async function place(task: ClientEnvironment, behaviour: Behaviour): Promise<Summary | null> {
  const body = JSON.stringify({ partnerReference: 'SHOP:1', sku: task.sku })
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = await call(task, behaviour, 'POST', '/orders', body)
    if (behaviour.isSuccess(answer)) return answer.data.order.order
    const ms = behaviour.retryMs(answer)
    if (ms === null) return null
    await task.sleep(ms)
  }
  return null
}

async function follow(task: ClientEnvironment, behaviour: Behaviour, placed: Summary): Promise<void> {
  let summary = placed
  while (!behaviour.isSettled(summary)) {
    await task.sleep(Math.max(behaviour.pauseMs(summary) || 0, 20) + 5)
    const answer = await call(task, behaviour, 'GET', '/orders/SHOP%3A1')
    if (behaviour.isSuccess(answer)) summary = answer.data.order
    // A key that is not valid any more will not be valid later.
    else if ([401, 403].includes(answer.status)) throw new Error('Refused.')
  }
}

async function call(
  { fetch, baseUrl, key }: ClientEnvironment,
  { inspect }: Behaviour,
  method: string,
  path: string,
  body?: string,
): Promise<Answer> {
  const headers = { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) }
  const init = { method, headers, ...(body && { body }) }
  const response = await fetch(new Request(`${baseUrl}${path}`, init))
  const text = await response.text()
  const data = response.ok ? JSON.parse(text).data : undefined
  const answer = { status: response.status, headers: response.headers, text, data }
  inspect(answer)
  return answer
}

function successOf(answer: Answer, { isSuccess }: Behaviour) {
  if (!isSuccess(answer)) throw new Error(`Refused with ${answer.status}.`)
  return answer.data
}

function refuse(isUnfit: boolean): void {
  if (isUnfit) throw new Error('This client will have none of it.')
}

/** A client, and the rows of the matrix that it depends on, in their order. */
export type DependentClient = readonly [what: string, client: ClientFunction, dependsOn: readonly string[]]

/** Clients that depend on nothing, on one assumption, or on those that are read in one place. */
export const DEPENDENT_CLIENTS: readonly [DependentClient, ...DependentClient[]] = [
  ['depends on nothing', clientOf({}), []],
  [
    'polls on until an order is COMPLETED',
    clientOf({ isSettled: ({ status }) => status === 'COMPLETED' }),
    ['another-success-state'],
  ],
  [
    'polls as long as there is a pollAfterSeconds',
    clientOf({ isSettled: (summary) => !('pollAfterSeconds' in summary) }),
    ['settled-pause-null', 'settled-pause-zero', 'settled-pause-kept'],
  ],
  [
    'drops the fraction of a second',
    clientOf({ pauseMs: ({ pollAfterSeconds }) => Math.trunc(Number(pollAfterSeconds)) * 1000 }),
    ['fractional-pause'],
  ],
  [
    'tries again after 503 alone, and after a call too many',
    clientOf({ retryMs: ({ status }) => ([429, 503].includes(status) ? 200 : null) }),
    ['unavailable-status-500', 'unavailable-status-502'],
  ],
  [
    'waits for what Retry-After says of a call too many',
    clientOf({
      retryMs: (answer) => {
        const { status, headers } = answer
        if (status !== 429) return INDEPENDENT.retryMs(answer)
        refuse(!headers.has('retry-after'))
        return Number(headers.get('retry-after')) * 100
      },
    }),
    ['no-retry-after'],
  ],
  [
    'reads the type of a problem',
    clientOf({
      retryMs: ({ text }) => (/:(?:unavailable|rate-limited)$/.test(JSON.parse(text).type) ? 200 : null),
    }),
    ['error-object', 'error-page', 'error-without-body'],
  ],
  [
    'counts the fields of a summary',
    clientOf({
      pauseMs: (summary) => {
        refuse(Object.keys(summary).length !== 2)
        return INDEPENDENT.pauseMs(summary)
      },
    }),
    ['unknown-order-fields'],
  ],
  [
    'shows the name of a product',
    clientOf({ readCatalogue: (products) => refuse(products.some(({ name }) => name.length === 0)) }),
    ['products-of-sku-alone'],
  ],
  [
    'reads a hundred products',
    clientOf({
      readCatalogue: (products, sku) => refuse(!products.slice(0, 100).some((one) => one.sku === sku)),
    }),
    ['large-catalogue'],
  ],
  [
    'insists on 200',
    clientOf({ isSuccess: ({ status }) => status === 200 }),
    ['purchase-201', 'every-success-202'],
  ],
  [
    'searches the text of an answer',
    clientOf({
      inspect: ({ status, text }) => refuse(status === 200 && !/"(?:status|sku|amount)":"/.test(text)),
    }),
    ['amounts-as-numbers', 'amounts-in-minor-units', 'balance-without-amount', 'json-indented'],
  ],
  [
    'compares the whole content type',
    clientOf({
      inspect: ({ status, headers }) =>
        refuse(status < 300 && headers.get('content-type') !== 'application/json'),
    }),
    ['content-type-charset'],
  ],
  [
    'expects the header of the mock',
    clientOf({ inspect: ({ headers }) => refuse(!headers.has('mock-assumptions')) }),
    ['no-header-of-the-mock'],
  ],
]

/**
 * The reference client. It depends on its own profile, and its errors say so: the name of success, 404 as "not known
 * (yet)", and the format of amounts, since it compares the price with the balance.
 */
export const REFERENCE_CLIENT: DependentClient = [
  'is the reference client',
  async ({ fetch, baseUrl, key: apiKey, sku, sleep, now }) => {
    const client = createClient({ baseUrl, apiKey, fetch, clock: { now, sleep } })
    await client.ping()
    const products = await client.products()
    refuse(!products.some((product) => product.sku === sku))
    const { outcome } = await client.purchase({ partnerReference: 'SHOP:1', sku })
    return outcome === 'success' ? 0 : 1
  },
  [
    'another-success-state',
    'not-found-status-410',
    'amounts-as-numbers',
    'amounts-in-minor-units',
    'no-currency',
  ],
]
