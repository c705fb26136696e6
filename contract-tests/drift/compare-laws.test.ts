import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareObserved } from './compare.ts'
import type { Drift } from './drift.ts'
import { makeUpService, pathsOf, replacedAt, type Whims } from './generated-service.fixture.ts'
import { bodies, drifts, observedFrom } from './observed.fixture.ts'

const WHIMS = fc.constantFrom<Whims>({ optional: true }, { optional: false })
const seed = fc.integer()

const moved = (differences: readonly Drift[]) => differences.filter(({ severity }) => severity === 'drift')

/** Two samples of one service. */
function twoSamples(of: number, whims: Whims, [one, other]: readonly [number, number]) {
  const service = makeUpService(of, whims)
  return { service, differences: drifts(service.answers(one), service.answers(other)) }
}

test('a run does not differ from itself, nor from the same answers again', () => {
  fc.assert(
    fc.property(seed, WHIMS, fc.integer({ min: 1, max: 5 }), (of, whims, size) => {
      const answers = makeUpService(of, whims).answers(size)
      expect(compareObserved(observedFrom(answers), observedFrom(answers))).toEqual([])
    }),
  )
})

const few = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 }))

test('two samples of a service whose fields are always there never differ by more than notes', () => {
  fc.assert(
    fc.property(seed, few, (of, sizes) => {
      expect(moved(twoSamples(of, { optional: false }, sizes).differences)).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('two small samples differ in nothing but fields that the one had in every answer and the other in none', () => {
  fc.assert(
    fc.property(seed, few, (of, sizes) => {
      const { service, differences } = twoSamples(of, { optional: true }, sizes)
      for (const { kind, path, sentence } of moved(differences)) {
        expect(['field-came', 'field-went', 'became-null'], sentence).toContain(kind)
        expect(service.varying, sentence).toContain(path)
      }
    }),
    { numRuns: 200 },
  )
})

test('two large samples of whatever service do not differ by more than notes', () => {
  fc.assert(
    fc.property(seed, (of) => {
      expect(moved(twoSamples(of, { optional: true }, [200, 200]).differences)).toEqual([])
    }),
    { numRuns: 15 },
  )
})

const OF_EACH_TYPE = [true, 7, 'text', {}, []]
const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** A service, a place in its balance, what stands there in its stead, and how many answers there are. */
type Change = { readonly of: number; readonly place: number; readonly type: number; readonly size: number }
const change: fc.Arbitrary<Change> = fc.record({
  of: seed,
  place: fc.nat(),
  type: fc.nat(),
  size: fc.integer({ min: 1, max: 12 }),
})

function changed({ of, place, type, size }: Change) {
  const { balance, answers } = makeUpService(of, { optional: false })
  const before = answers(size).filter(
    ({ operation, status }) => operation === undefined && status === undefined,
  )
  const places = pathsOf(balance)
  const path = places[place % places.length]?.path ?? ''
  const replace = (value: unknown) => {
    const others = OF_EACH_TYPE.filter((other) => typeOf(other) !== typeOf(value))
    return others[type % others.length]
  }
  return { path, before, replaced: (body: unknown) => replacedAt(body, path, replace) }
}

test('every change of a field’s type is reported, at its path', () => {
  fc.assert(
    fc.property(change, (given) => {
      const { path, before, replaced } = changed(given)
      const after = before.map((answer) => ({ ...answer, json: replaced(answer.json) }))
      const [fields] = observedFrom(before).operations.flatMap((one) => one.answers)
      // Empty lists and maps have nothing to change; of a map, four members are needed.
      const times = Object.values(fields?.fields[path]?.kinds ?? {}).reduce((sum, count) => sum + count, 0)
      fc.pre(times >= (path.includes('{*}') ? 4 : 1))
      expect(moved(drifts(before, after))).toContainEqual(
        expect.objectContaining({ kind: 'type-changed', path }),
      )
    }),
    { numRuns: 200 },
  )
})

test('a second type is reported even if one answer alone has it', () => {
  fc.assert(
    fc.property(change, (given) => {
      const { path, before, replaced } = changed(given)
      const [first, ...rest] = before
      const after = [...rest, first, { json: replaced(first?.json) }].map((answer) => answer?.json)
      const isReached = JSON.stringify(replaced(first?.json)) !== JSON.stringify(first?.json)
      fc.pre(isReached && !path.includes('{*}'))
      expect(moved(drifts(before, bodies(...after)))).toContainEqual(
        expect.objectContaining({ kind: 'type-changed', path }),
      )
    }),
    { numRuns: 200 },
  )
})
