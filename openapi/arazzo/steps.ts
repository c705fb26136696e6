import type { Profile } from '../../contract/profile/profile.ts'
import { SUMMARY_AT } from '../../contract/wire/exchange-facts.ts'
import { type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import { parameterOf } from '../../contract/wire/path-template.ts'
import { PROCESSING } from '../../contract/wire/processing.ts'
import type { Mark } from '../marks.ts'
import { parameterPlaces } from '../parts/operations.ts'

export type ArazzoObject = Readonly<Record<string, unknown>>

export type ArazzoStep = ArazzoObject & { readonly stepId: string; readonly description: string }

export type Setting = {
  readonly profile: Profile
  readonly mark: Mark
  /** The reference of the purchase: stable, and made from the label of the order. */
  readonly reference: string
  /** How long to wait between two polls: the longest `pollAfterSeconds` of the workflow's card. */
  readonly paceSeconds: number
}

const KEY = { reference: '$components.parameters.key' }

const SUCCESS = [{ condition: '$statusCode >= 200' }, { condition: '$statusCode < 300' }]

export function readStep(
  stepId: Exclude<OperationId, 'createOrder' | 'lookupOrder'>,
  description: string,
  parameters: readonly ArazzoObject[] = [],
): ArazzoStep {
  const sent = [KEY, ...parameters]
  return { stepId, description, operationId: stepId, parameters: sent, successCriteria: SUCCESS }
}

/** `POST /orders`, with any answer that is no refusal: the order may be recorded, or not. */
export function orderStep(
  stepId: string,
  description: string,
  { profile, reference }: Setting,
  more: ArazzoObject = {},
): ArazzoStep {
  const condition = `$statusCode < 300 || $statusCode >= 500 || $statusCode == ${profile.errors.unavailable}`
  const payload = { partnerReference: reference, sku: '$inputs.sku' }
  return {
    stepId,
    description,
    operationId: 'createOrder',
    parameters: [KEY],
    requestBody: { contentType: 'application/json', payload },
    successCriteria: [{ condition }],
    ...more,
  }
}

/**
 * A purchase that ends the workflow when it is settled. While the order is PROCESSING, the step `follow` looks it up; what
 * was refused for a while is sent again, identically.
 */
export function purchaseStep(description: string, setting: Setting): ArazzoStep {
  const { errors } = setting.profile
  const refused = `$statusCode >= 500 || $statusCode == ${errors.unavailable} || $statusCode == ${errors.rateLimited}`
  const again = { name: 'send-the-identical-body-again', type: 'retry', retryAfter: 1, retryLimit: 5 }
  const onFailure = [{ ...again, criteria: [{ condition: refused }] }]
  const more = untilSettled('createOrder', setting, onFailure, { stepId: 'follow' })
  return orderStep('purchase', description, setting, more)
}

/** The lookup of the order, until it is settled; it then ends the workflow. */
export function lookupStep(
  stepId: string,
  description: string,
  setting: Setting,
  onFailure: readonly ArazzoObject[] = [],
): ArazzoStep {
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
    ...untilSettled('lookupOrder', setting, onFailure),
  }
}

/** An order that the lookup does not know was not recorded: another step sends the identical body, then it is looked up again. */
export function whenUnknown(stepId: string, { errors }: Profile): ArazzoObject {
  const criteria = [{ condition: `$statusCode == ${errors.notFound}` }]
  return { name: 'not-recorded', type: 'retry', stepId, retryAfter: 1, retryLimit: 1, criteria }
}

/** Ends the workflow with an order that is settled, and goes on with one that is PROCESSING. */
function untilSettled(
  operation: keyof typeof SUMMARY_AT,
  setting: Setting,
  onFailure: readonly ArazzoObject[],
  next: ArazzoObject = {},
): ArazzoObject {
  const summary = `$response.body#${SUMMARY_AT[operation]}`
  const status = `${summary}/status`
  return {
    successCriteria: [...SUCCESS, { condition: `${status} != '${PROCESSING}'` }],
    outputs: { status },
    onSuccess: [{ name: 'settled', type: 'end' }],
    onFailure: [...onFailure, whileProcessing(summary, setting, next)],
  }
}

/** Arazzo 1.0 has constants for waits only, so that the interval of the answer is named beside one. */
function whileProcessing(
  summary: string,
  { profile, paceSeconds, mark }: Setting,
  next: ArazzoObject,
): ArazzoObject {
  const text = 'Waits as long as the summary says: `retryAfter` is the longest interval of the card.'
  const { description: _, ...marks } = mark(text, {
    clauses: ['waits-poll-after'],
    gaps: ['settlement-time'],
  })
  return {
    name: 'wait-poll-after-seconds',
    type: 'retry',
    ...next,
    retryAfter: paceSeconds,
    'x-retryAfter': `${summary}/pollAfterSeconds`,
    retryLimit: Math.ceil(profile.limits.settleSeconds / paceSeconds),
    criteria: [{ condition: `${summary}/status == '${PROCESSING}'` }],
    ...marks,
  }
}
