import { describe, expect, test } from 'vitest'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { OTHER_PROFILE } from '../contract/testing/other-profile.fixture.ts'
import { SCENARIOS } from '../fixtures/scenarios.ts'
import { arazzoDocument } from './arazzo-document.ts'
import { openApiDocument } from './openapi-document.ts'

type Action = { stepId?: string; retryAfter: number; retryLimit: number; 'x-retryAfter'?: string }
type Step = {
  readonly stepId: string
  readonly operationId?: string
  readonly workflowId?: string
  readonly parameters: readonly { name?: string; reference?: string }[]
  readonly requestBody?: { readonly payload: { readonly partnerReference: string } }
  readonly onFailure?: readonly Action[]
}
type Workflow = {
  readonly workflowId: string
  readonly inputs: { readonly properties: { readonly sku: { readonly default: string } } }
  readonly steps: readonly Step[]
}

const PROFILES = { 'the defaults': {}, 'a profile that differs everywhere': OTHER_PROFILE }

describe.each(Object.entries(PROFILES))('under %s', (_, given) => {
  const profile = resolveProfile(given)
  const { workflows } = arazzoDocument(profile) as unknown as { workflows: readonly Workflow[] }
  const steps = workflows.flatMap((workflow) => workflow.steps.map((step) => ({ workflow, step })))

  test('every step is a call of the OpenAPI document with its parameters and the key, or a workflow with its inputs', () => {
    const calls = Object.values(openApiDocument(profile).paths).flatMap((methods) => Object.values(methods))
    const expected = ({ operationId, workflowId }: Step) => {
      const target = workflows.find((workflow) => workflow.workflowId === workflowId)
      if (target !== undefined) return Object.keys(target.inputs.properties)
      const call = calls.find((known) => known.operationId === operationId)
      return ['$components.parameters.key', ...(call?.parameters ?? []).map(({ name }) => name)]
    }
    for (const { step } of steps)
      expect(step.parameters.map(({ name, reference }) => name ?? reference)).toEqual(expected(step))
  })

  test('a step that is gone to is in the same workflow', () => {
    for (const { workflow, step } of steps) {
      const gone = (step.onFailure ?? []).flatMap(({ stepId }) => stepId ?? [])
      expect(workflow.steps.map(({ stepId }) => stepId)).toEqual(expect.arrayContaining(gone))
    }
  })

  test('a poll waits as long as any interval of its card, and goes on as long as an order may be PROCESSING', () => {
    const waits = steps.flatMap(({ workflow, step: { onFailure = [] } }) =>
      onFailure
        .filter((action) => action['x-retryAfter'] !== undefined)
        .map((action) => ({ action, card: workflow.inputs.properties.sku.default })),
    )
    expect(waits.length).toBeGreaterThan(3)
    for (const { action, card } of waits) {
      const phases = SCENARIOS.find(({ sku }) => sku === card)?.course.processing ?? []
      for (const { pollAfterSeconds } of phases)
        expect(action.retryAfter).toBeGreaterThanOrEqual(pollAfterSeconds)
      expect(action.retryAfter * action.retryLimit).toBeGreaterThanOrEqual(profile.limits.settleSeconds)
    }
  })

  test('within a workflow a purchase keeps its reference, and no two workflows share one', () => {
    const references = workflows.map(({ steps }) => [
      ...new Set(steps.flatMap(({ requestBody }) => requestBody?.payload.partnerReference ?? [])),
    ])
    expect(references.map((used) => used.length)).toEqual([0, 1, 1, 1, 0])
    expect(new Set(references.flat()).size).toBe(3)
  })
})
