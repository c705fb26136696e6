import type { Profile } from '../../contract/profile/profile.ts'
import { operationsOf } from '../../contract/wire/operations.ts'
import { parameterOf } from '../../contract/wire/path-template.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import type { Mark } from '../marks.ts'
import { parameterPlaces } from '../parts/operations.ts'

/** An object of an Arazzo document. */
export type ArazzoObject = Readonly<Record<string, unknown>>

/** What the steps of a workflow depend on. */
export type Setting = {
  readonly profile: Profile
  readonly mark: Mark
  /** The reference of the purchase: stable, and made from the label of the order. */
  readonly reference: string
  /** How long to wait between two polls: the longest `pollAfterSeconds` of the workflow's card. */
  readonly paceSeconds: number
}

/** Where the summary of each answer is (§4.1). */
const STATUS = {
  purchase: '$response.body#/data/order/order/status',
  lookup: '$response.body#/data/order/status',
} as const
const INTERVAL = {
  purchase: '$response.body#/data/order/order/pollAfterSeconds',
  lookup: '$response.body#/data/order/pollAfterSeconds',
} as const

/** The key, which each call carries. */
const KEY = { reference: '$components.parameters.key' }

const SUCCESS = [{ condition: '$statusCode >= 200' }, { condition: '$statusCode < 300' }]

/** How often a call is sent again that was refused for a while, and after how many seconds. */
const AGAIN = { retryAfter: 1, retryLimit: 5 }

/** A read before the purchase. */
export function readStep(stepId: 'ping' | 'listProducts' | 'getBalance', description: string): ArazzoObject {
  return { stepId, description, operationId: stepId, parameters: [KEY], successCriteria: SUCCESS }
}

/** The price of the card. */
export function priceStep(description: string): ArazzoObject {
  const parameters = [KEY, { name: 'sku', in: 'path', value: '$inputs.sku' }]
  return { stepId: 'getPrice', description, operationId: 'getPrice', parameters, successCriteria: SUCCESS }
}

/** `POST /orders`, with any answer that is no refusal: the order may be recorded, or not. */
export function orderStep(
  stepId: string,
  description: string,
  { profile, reference }: Setting,
  more: ArazzoObject = {},
): ArazzoObject {
  const condition = `$statusCode < 300 || $statusCode >= 500 || $statusCode == ${profile.errors.unavailable}`
  return {
    stepId,
    description,
    operationId: 'createOrder',
    parameters: [KEY],
    requestBody: {
      contentType: 'application/json',
      payload: { partnerReference: reference, sku: '$inputs.sku' },
    },
    successCriteria: [{ condition }],
    ...more,
  }
}

/**
 * A purchase that ends the workflow when it is settled. While the order is PROCESSING, the step `follow` looks it up; what
 * was refused for a while is sent again, identically.
 */
export function purchaseStep(description: string, setting: Setting): ArazzoObject {
  const { errors } = setting.profile
  const refused = `$statusCode >= 500 || $statusCode == ${errors.unavailable} || $statusCode == ${errors.rateLimited}`
  return orderStep('purchase', description, setting, {
    successCriteria: [...SUCCESS, settled('purchase')],
    outputs: { status: STATUS.purchase },
    onSuccess: [{ name: 'settled', type: 'end' }],
    onFailure: [
      { name: 'send-the-identical-body-again', type: 'retry', ...AGAIN, criteria: [{ condition: refused }] },
      whileProcessing('purchase', setting, { stepId: 'follow' }),
    ],
  })
}

/** The lookup of the order, until it is settled; it then ends the workflow. */
export function lookupStep(
  stepId: string,
  description: string,
  setting: Setting,
  onFailure: readonly ArazzoObject[] = [],
): ArazzoObject {
  const { path } = operationsOf(setting.profile).lookupOrder
  const parameters = parameterPlaces(path).map(({ value, ...place }) => ({
    ...place,
    value: parameterOf(value) === undefined ? value : setting.reference,
  }))
  return {
    stepId,
    description,
    operationId: 'lookupOrder',
    parameters: [KEY, ...parameters],
    successCriteria: [...SUCCESS, settled('lookup')],
    outputs: { status: STATUS.lookup },
    onSuccess: [{ name: 'settled', type: 'end' }],
    onFailure: [...onFailure, whileProcessing('lookup', setting)],
  }
}

/** An order that the lookup does not know was not recorded: another step sends the identical body, then it is looked up again. */
export function whenUnknown(stepId: string, { errors }: Profile): ArazzoObject {
  const criteria = [{ condition: `$statusCode == ${errors.notFound}` }]
  return { name: 'not-recorded', type: 'retry', stepId, retryAfter: 1, retryLimit: 1, criteria }
}

function settled(answer: keyof typeof STATUS): ArazzoObject {
  return { condition: `${STATUS[answer]} != '${PROCESSING}'` }
}

/** Arazzo 1.0 has constants for waits only, so that the interval of the answer is named beside one. */
function whileProcessing(
  answer: keyof typeof STATUS,
  { profile, paceSeconds, mark }: Setting,
  more: ArazzoObject = {},
): ArazzoObject {
  const text = 'Waits as long as the summary says: `retryAfter` is the longest interval of the card.'
  const { description: _, ...marks } = mark(text, {
    clauses: ['waits-poll-after'],
    gaps: ['settlement-time'],
  })
  return {
    name: 'wait-poll-after-seconds',
    type: 'retry',
    ...more,
    retryAfter: paceSeconds,
    'x-retryAfter': INTERVAL[answer],
    retryLimit: Math.ceil(profile.limits.settleSeconds / paceSeconds),
    criteria: [{ condition: `${STATUS[answer]} == '${PROCESSING}'` }],
    ...marks,
  }
}
