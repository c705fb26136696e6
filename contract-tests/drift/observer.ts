import type { Profile } from '../../contract/profile/profile.ts'
import { REFERENCE_VERSION } from '../../contract/report/report.ts'
import { redact, redactor } from '../../contract/text/redact.ts'
import { OPERATION_IDS, type OperationId, operationsOf } from '../../contract/wire/operations.ts'
import { documentedAnswers, documentedNames, skusIn } from './documented.ts'
import { looksLikeData } from './member-name.ts'
import { OBSERVED_SCHEMA, type Observed, type ObservedOperation } from './observed-schema.ts'
import { OperationMemory, type SeenAnswer } from './operation-memory.ts'
import type { Names } from './shape.ts'
import { isServed } from './statuses.ts'

/** The shapes of every operation that was answered: plain data, that can cross from a worker. */
export type Shapes = readonly ObservedOperation[]

/** Remembers the shape of every answer that it sees, and no answer. */
export type Observer = {
  /** Adds an answer. Linear in the length of its body. */
  see(answer: SeenAnswer): void
  /** What was seen so far. The same answers give the same, in whatever order they came. */
  shapes(): Shapes
}

/**
 * An observer that has seen nothing yet.
 *
 * @param secrets keys that must not be recorded, besides whatever looks like one.
 *
 * @example
 * const observer = createObserver(profile, [apiKey])
 * observer.see({ operation: 'ping', status: 200, contentType: 'application/json', json: { data: { status: 'ok' } } })
 * const observed = observedOf(observer.shapes(), { baseUrl, at: new Date().toISOString() })
 */
export function createObserver(profile: Profile, secrets: readonly string[] = []): Observer {
  const documented = documentedAnswers(profile)
  const operations = operationsOf(profile)
  const memories = new Map<OperationId, OperationMemory>()
  const skus = new Set<string>()
  const names = namesOf(profile, secrets)
  const clean = redactor(secrets)
  // A catalogue may come after an answer that has its SKUs for names: they are known in the end only.
  const namesInTheEnd: Names = { ...names, isData: (name) => skus.has(name) || names.isData(name) }

  return {
    see(answer) {
      const { operation, status, json } = answer
      const memory = memories.get(operation) ?? new OperationMemory(documented[operation], clean)
      memories.set(operation, memory)
      memory.see(answer, names)
      if (operation === 'listProducts' && isServed(status))
        for (const sku of skusIn(json, profile)) skus.add(sku)
    },
    shapes() {
      return OPERATION_IDS.flatMap((id) => {
        const recorded = memories.get(id)?.recorded(namesInTheEnd)
        if (recorded === undefined) return []
        const { method, path } = operations[id]
        return [{ id, call: clean(`${method} ${path}`), ...recorded }]
      })
    },
  }
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

function namesOf(profile: Profile, secrets: readonly string[]): Names {
  const documented = [...documentedNames(profile)].filter((name) => redact(name, secrets) === name)
  const [judged, known] = [new Map<string, boolean>(), new Set(documented)]
  return {
    isData(name) {
      const isData = judged.get(name) ?? looksLikeData(name, secrets)
      judged.set(name, isData)
      return isData
    },
    isDocumented: (name) => known.has(name),
  }
}
