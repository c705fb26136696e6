import { type PartialProfile, resolveProfile } from '../contract/profile/parse-profile.ts'
import type { ClauseId } from '../contract/reference/statements/statement.ts'
import { REFERENCE_VERSION } from '../contract/report/report.ts'
import { authHeaderValue } from '../contract/wire/auth.ts'
import { SCENARIOS, type ScenarioSku } from '../fixtures/scenarios.ts'
import {
  type ArazzoObject,
  type ArazzoStep,
  lookupStep,
  orderStep,
  purchaseStep,
  readStep,
  type Setting,
  whenUnknown,
} from './arazzo/steps.ts'
import { markFor } from './marks.ts'

type Workflow = {
  readonly id: string
  readonly summary: string
  readonly text: string
  readonly clauses: readonly ClauseId[]
  /** The card that shows it on the mock. */
  readonly card: ScenarioSku
  /** What makes its purchase another one than that of a workflow with the same label. */
  readonly suffix?: string
  readonly steps: (setting: Setting) => readonly ArazzoStep[]
}

/** What each workflow takes, and hands on to one that is a step of it. */
const INPUTS = {
  apiKey: { type: 'string', description: 'The TEST key. It comes from the environment, not from a file.' },
  sku: { type: 'string', description: 'The card to buy.' },
  order: { type: 'string', description: 'The label of the order: another one for each intended purchase.' },
}

const PREPARE = asStep('prepare', 'prepare', 'Reads what is to be known before a purchase.')

const WORKFLOWS: readonly Workflow[] = [
  {
    id: 'prepare',
    summary: 'Everything before a purchase',
    text: 'Checks connectivity, and reads the catalogue, the price of the card and the balance.',
    clauses: ['ping-first', 'sku-from-catalogue', 'price-before-purchase', 'balance-before-purchase'],
    card: 'SCENARIO-PROCESSING',
    steps: () => [
      readStep('ping', 'Checks connectivity.'),
      readStep('listProducts', 'Reads the catalogue.'),
      readStep('getPrice', 'Reads the price of the card.', [
        { name: 'sku', in: 'path', value: '$inputs.sku' },
      ]),
      readStep('getBalance', 'Reads the balance.'),
    ],
  },
  {
    id: 'purchase-and-follow',
    summary: 'Purchase, and follow until settled',
    text: 'Purchases a card, and looks the order up, at its own pace, until it is no longer PROCESSING.',
    clauses: [
      'follows-until-settled',
      'waits-poll-after',
      'reads-purchase-position',
      'reads-lookup-position',
    ],
    card: 'SCENARIO-PROCESSING',
    steps: followed('Purchases the card.'),
  },
  {
    id: 'retry-by-the-identical-body',
    summary: 'Retry by the identical body',
    text: 'Sends a purchase that was refused for a while again, with the same reference and the same SKU.',
    clauses: ['retry-identical-body', 'same-body-same-purchase'],
    card: 'SCENARIO-UNAVAILABLE',
    suffix: '-retry',
    steps: followed('Purchases the card; the identical body is the way to retry.'),
  },
  {
    id: 'recover-by-the-lookup',
    summary: 'Recover by the lookup after an unknown outcome',
    text: 'Looks an order up whose purchase got no usable answer. One that is not known was not recorded, and is sent again.',
    clauses: ['timeout-is-not-failure', 'purchase-survives-timeout'],
    card: 'SCENARIO-UNAVAILABLE-AFTER',
    suffix: '-recover',
    steps: (setting) => [
      PREPARE,
      orderStep('purchase', 'Purchases the card. Whether it was recorded, the lookup says.', setting),
      lookupStep('recover', 'Looks the order up by its reference.', setting, [
        whenUnknown('resend', setting.profile),
      ]),
      orderStep('resend', 'Sends the identical body again, where the order is not known.', setting),
    ],
  },
  {
    id: 'two-purchases-two-references',
    summary: 'Two purchases, two references',
    text: 'Purchases two cards: each has a reference of its own.',
    clauses: ['one-reference-per-purchase', 'new-reference-new-purchase', 'stable-reference'],
    card: 'SCENARIO-TWO-CARDS',
    steps: () => [
      asStep('first', 'purchase-and-follow', 'The first purchase.', '{$inputs.order}-1'),
      asStep('second', 'purchase-and-follow', 'The second purchase.', '{$inputs.order}-2'),
    ],
  },
]

/**
 * The ways through the API as an Arazzo document (1.0.1) over the OpenAPI document. Every workflow takes the key, the
 * SKU to buy and a label of the order, from which its reference is made.
 *
 * @param given what differs from the default profile.
 * @param openApiUrl where the OpenAPI document is, seen from this one.
 * @throws {ProfileError} when the profile can't be used.
 *
 * @example
 * JSON.stringify(arazzoDocument(), null, 2)
 */
export function arazzoDocument(given: PartialProfile = {}, openApiUrl = './openapi.json') {
  const profile = resolveProfile(given)
  const mark = markFor(profile)
  const text =
    'The flows of the reference: the typical one, and what a client does when an answer is missing.'
  return {
    arazzo: '1.0.1' as const,
    info: {
      title: 'Partner Purchase API: workflows',
      summary: text,
      version: REFERENCE_VERSION,
      ...mark(text, { clauses: ['documented-operations-only'] }),
    },
    sourceDescriptions: [{ name: 'partnerPurchase', url: openApiUrl, type: 'openapi' as const }],
    workflows: WORKFLOWS.map(({ id, summary, text, clauses, card, suffix = '', steps }) => ({
      workflowId: id,
      summary,
      ...mark(text, { clauses, gaps: ['key-transport', 'lookup-operation'] }),
      inputs: inputsOf(card),
      steps: steps({
        profile,
        mark,
        reference: `SHOP:{$inputs.order}${suffix}`,
        paceSeconds: longestInterval(card),
      }),
    })),
    components: {
      parameters: {
        key: {
          name: profile.auth.header,
          in: 'header',
          value: authHeaderValue(profile.auth, '{$inputs.apiKey}'),
        },
      },
    },
  }
}

function followed(text: string): Workflow['steps'] {
  return (setting) => [
    PREPARE,
    purchaseStep(text, setting),
    lookupStep('follow', 'Looks the order up until it is settled.', setting),
  ]
}

function inputsOf(card: string): ArazzoObject {
  const properties = { ...INPUTS, sku: { ...INPUTS.sku, default: card } }
  return { type: 'object', required: Object.keys(INPUTS), properties }
}

function asStep(stepId: string, workflowId: string, description: string, order = '$inputs.order') {
  const parameters = Object.keys(INPUTS).map((name) => ({
    name,
    value: name === 'order' ? order : `$inputs.${name}`,
  }))
  return { stepId, description, workflowId, parameters }
}

/** In seconds; 1 for a card that is settled at once. */
function longestInterval(card: ScenarioSku): number {
  const phases = SCENARIOS.filter(({ sku }) => sku === card).flatMap(({ course }) => course.processing)
  return Math.max(1, ...phases.map(({ pollAfterSeconds }) => pollAfterSeconds))
}
