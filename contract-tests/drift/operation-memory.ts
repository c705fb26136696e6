import { readPointer } from '../../contract/wire/json-pointer.ts'
import type { OperationId } from '../../contract/wire/operations.ts'
import {
  type AnswerGroup,
  addAnswer,
  emptyGroup,
  firstValues,
  MOST_VALUES,
  recordedGroups,
} from './answer-groups.ts'
import type { DocumentedAnswer } from './documented.ts'
import type { ObservedAnswer, ObservedValues } from './observed-schema.ts'
import { type Clean, recordedMediaType, recordedValue } from './recorded-text.ts'
import type { Names } from './shape.ts'
import { shapeOf } from './shape-of.ts'
import { isServed } from './statuses.ts'

/** One answer, as it is seen. */
export type SeenAnswer = {
  readonly operation: OperationId
  readonly status: number
  /** The header's value, null without one. */
  readonly contentType: string | null
  /** The body, parsed; undefined when it is not JSON. */
  readonly json: unknown
}

/** What is remembered of the answers to one operation. */
export class OperationMemory {
  readonly #documented: DocumentedAnswer
  readonly #clean: Clean
  readonly #groups = new Map<string, AnswerGroup>()
  readonly #values = new Map<string, Set<string>>()

  constructor(documented: DocumentedAnswer, clean: Clean) {
    this.#documented = documented
    this.#clean = clean
  }

  /** Adds an answer to this operation. */
  see({ status, contentType, json }: SeenAnswer, names: Names): void {
    const served = isServed(status) ? json : undefined
    const { statePath, values } = this.#documented
    const state = statePath === null ? undefined : this.#valueAt(served, statePath)
    const mediaType = recordedMediaType(contentType, this.#clean)
    addAnswer(this.#groupOf(status, state ?? null), mediaType, shapeOf(json, names), names)
    for (const { path } of values) this.#remember(path, this.#valueAt(served, path))
  }

  /** What is recorded of them. */
  recorded(names: Names): { answers: ObservedAnswer[]; values: ObservedValues[] } {
    const { statePath, values } = this.#documented
    const namedStates = values.find(({ path }) => path === statePath)?.named ?? []
    return {
      answers: recordedGroups([...this.#groups.values()], namedStates, names),
      values: values.map(({ path, named }) => {
        const seen = this.#values.get(path) ?? new Set()
        return { path, seen: firstValues(seen, named), named: [...named], more: seen.size > MOST_VALUES }
      }),
    }
  }

  #groupOf(status: number, state: string | null): AnswerGroup {
    const id = JSON.stringify([status, state])
    const group = this.#groups.get(id) ?? emptyGroup(status, state)
    this.#groups.set(id, group)
    return group
  }

  #valueAt(body: unknown, path: string): string | undefined {
    const value = readPointer(body, path)
    return typeof value === 'string' && value !== '' ? recordedValue(value, this.#clean) : undefined
  }

  #remember(path: string, value: string | undefined): void {
    if (value === undefined) return
    const seen = this.#values.get(path) ?? new Set()
    this.#values.set(path, seen.add(value))
  }
}
