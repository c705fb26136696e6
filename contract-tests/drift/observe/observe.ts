import { is2xx } from '../../../contract/judging/said.ts'
import type { Profile } from '../../../contract/profile/profile.ts'
import { REFERENCE_VERSION } from '../../../contract/report/report.ts'
import { parseJson } from '../../../contract/text/parse-json.ts'
import { redact, redactor } from '../../../contract/text/redact.ts'
import { OPERATION_IDS, operationsOf } from '../../../contract/wire/operations.ts'
import type { Entry, History } from '../../history/history.ts'
import { OBSERVED_SCHEMA, type Observed, type ObservedOperation } from '../observed-schema.ts'
import { documentedAnswers, documentedNames, skusIn } from './documented.ts'
import { observedOperation, type SeenAnswer } from './observed-operation.ts'
import { memberNames } from './recorded-text.ts'

/** The shapes of all answers, by operation. */
export type Shapes = readonly ObservedOperation[]

/**
 * The shapes of some answers. The order of the answers makes no difference.
 *
 * @param secrets keys that must not be recorded, in addition to any text that looks like one.
 *
 * @example
 * const answer = { operation: 'ping', status: 200, contentType: 'application/json', json: { data: { status: 'ok' } } }
 * const observed = observedOf(shapesOf([answer], profile, [apiKey]), { baseUrl, at: new Date().toISOString() })
 */
export function shapesOf(
  answers: readonly SeenAnswer[],
  profile: Profile,
  secrets: readonly string[] = [],
): Shapes {
  const documented = documentedAnswers(profile)
  const operations = operationsOf(profile)
  const clean = redactor(secrets)
  const byOperation = Map.groupBy(answers, ({ operation }) => operation)
  const catalogues = (byOperation.get('listProducts') ?? []).filter(({ status }) => is2xx(status))
  const names = memberNames({
    documented: documentedNames(profile),
    skus: new Set(catalogues.flatMap(({ json }) => skusIn(json, profile))),
    secrets,
  })
  return OPERATION_IDS.flatMap((id) => {
    const seen = byOperation.get(id)
    if (seen === undefined) return []
    const { method, path } = operations[id]
    const call = clean(`${method} ${path}`)
    return [{ id, call, ...observedOperation(seen, documented[id], { names, clean }) }]
  })
}

/** What `observed.json` holds of a run: the shapes of its answers. */
export function observedIn(
  { head, entries }: History<Iterable<Entry>>,
  secrets: readonly string[],
): Observed {
  const answers: SeenAnswer[] = []
  for (const { exchange } of entries) {
    const { operation, response } = exchange
    if (operation === null || response === null) continue
    const { status, headers, body } = response
    answers.push({
      operation,
      status,
      contentType: headers['content-type'] ?? null,
      json: parseJson(body),
    })
  }
  const { baseUrl, startedAt: at, profile } = head
  return observedOf(shapesOf(answers, profile, secrets), { baseUrl, at })
}

/**
 * What `observed.json` holds.
 *
 * @param at an ISO date and time.
 */
export function observedOf(
  shapes: Shapes,
  { baseUrl, at }: { readonly baseUrl: string; readonly at: string },
): Observed {
  return {
    schema: OBSERVED_SCHEMA,
    reference: REFERENCE_VERSION,
    baseUrl: redact(baseUrl),
    at,
    operations: [...shapes],
  }
}
