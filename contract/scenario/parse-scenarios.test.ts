import { describe, expect, test } from 'vitest'
import { parseScenarios, ScenariosError } from './parse-scenarios.ts'
import { scenarioSchema } from './scenario.ts'

const SCENARIO = {
  sku: 'MY-CARD',
  name: 'mine',
  story: 'It is mine.',
  course: { processing: [{ forSeconds: 2, pollAfterSeconds: 1 }], settles: 'success' },
}
const fault = (given: object) => ({
  ...SCENARIO,
  faults: [{ at: 'after-recording', does: { kind: 'reset' }, ...given }],
})

describe('a scenario', () => {
  test.each([
    ['an undocumented state', { ...SCENARIO, course: { processing: [], settles: { state: 'ON_HOLD' } } }],
    ['a lookup that is late', { ...SCENARIO, course: { ...SCENARIO.course, hiddenForSeconds: 2 } }],
    ['an answer that is held', fault({ does: { kind: 'stall', seconds: 90 } })],
    ['half an answer that is held', fault({ at: 'in-answer', does: { kind: 'stall', seconds: 90 } })],
    ['an answer that dribbles', fault({ at: 'in-answer', does: { kind: 'dribble', seconds: 3 } })],
    ['an answer that is cut', fault({ at: 'in-answer', does: { kind: 'close' } })],
    ['a lookup that is lost, always', fault({ on: 'lookupOrder', times: null })],
    ['a refusal', fault({ does: { kind: 'refuse', cause: 'rate-limited', retryAfterSeconds: 2 } })],
  ])('may have %s', (_, scenario) => {
    expect(scenarioSchema.safeParse(scenario).error).toBeUndefined()
  })

  test.each([
    ['of a dribble without an answer', fault({ does: { kind: 'dribble', seconds: 1 } }), 'in-answer'],
    ['of a fault that never happens', fault({ times: 0 }), 'from 1 to 1000'],
    ['of a stall without an end', fault({ does: { kind: 'stall' } }), 'a number of seconds'],
  ])('%s is refused, with what fits', (_, scenario, fits) => {
    const messages = scenarioSchema.safeParse(scenario).error?.issues.map(({ message }) => message) ?? []
    expect(messages.join('\n')).toContain(fits)
  })
})

const FILE = 'scenarios.json'
const FAILS = {
  sku: 'CARD-1',
  name: 'fails',
  story: 'It fails.',
  course: { processing: [], settles: 'failure' },
}

function complaintAbout(document: unknown): string {
  try {
    parseScenarios(typeof document === 'string' ? document : JSON.stringify(document), FILE)
  } catch (error) {
    expect(error).toBeInstanceOf(ScenariosError)
    return (error as Error).message
  }
  throw new Error(`accepted ${JSON.stringify(document)}`)
}

const withFault = (fault: object) => [{ ...FAILS, faults: [fault] }]
const withCourse = (course: object) => [{ ...FAILS, course: { ...FAILS.course, ...course } }]

describe('a scenario file', () => {
  test('is an object with a list, or the list alone, and may begin with a byte order mark', () => {
    const expected = parseScenarios(JSON.stringify([FAILS]), FILE)
    expect(parseScenarios(`\uFEFF${JSON.stringify({ scenarios: [FAILS] })}`, FILE)).toEqual(expected)
  })

  test('leaves out what has a default', () => {
    const [scenario] = parseScenarios(
      JSON.stringify(withFault({ at: 'before-recording', does: { kind: 'reset' } })),
      FILE,
    )
    expect(scenario).toEqual({
      ...FAILS,
      clauses: [],
      price: 2500,
      faults: [{ on: 'createOrder', at: 'before-recording', does: { kind: 'reset' }, times: 1 }],
      extraFields: false,
      revokesKey: false,
      purchases: 1,
    })
  })

  test('may hold none', () => {
    expect(parseScenarios('{"scenarios": []}', FILE)).toEqual([])
  })
})

describe('a complaint names the file, the place, what was found and what fits', () => {
  test.each([
    ['{"scenarios": }', 'found text that is not JSON ('],
    [7, 'found 7, expected {"scenarios": […]} or a list of scenarios'],
    [{}, 'found {}, expected {"scenarios": […]} or a list of scenarios'],
    [{ scenarios: {} }, 'scenarios: found {}, expected a list of scenarios'],
    [{ scenarios: [], colour: 1 }, 'unknown key colour; the only key here is scenarios'],
    [['CARD-1'], 'scenarios[0]: found "CARD-1", expected an object with the keys sku, name, story, clauses'],
    [[FAILS, { ...FAILS, sku: '' }], 'scenarios[1].sku: found "", expected a SKU of 1 to 64 characters'],
    [
      [FAILS, FAILS],
      'scenarios[1].sku: found "CARD-1", expected a SKU that is not that of scenarios[0], too',
    ],
    [
      [{ ...FAILS, fault: [] }],
      'unknown key scenarios[0].fault; did you mean faults? the keys here are sku, name',
    ],
    [
      [{ ...FAILS, course: undefined }],
      'scenarios[0].course: found nothing, expected an object with the keys proc',
    ],
    [[{ ...FAILS, clauses: 'ping-ok' }], 'scenarios[0].clauses: found "ping-ok", expected a list of the ids'],
    [[{ ...FAILS, clauses: ['ping'] }], 'scenarios[0].clauses[0]: found "ping", expected the id of a clause'],
    [
      withCourse({ settles: 'broken' }),
      'scenarios[0].course.settles: found "broken", expected "success", "failure"',
    ],
    [
      withCourse({ settles: { state: 'PROCESSING' } }),
      'scenarios[0].course.settles.state: found "PROCESSING", exp',
    ],
    [
      withCourse({ processing: [{ forSeconds: 0, pollAfterSeconds: 1 }] }),
      'scenarios[0].course.processing[0].forSeconds: found 0, expected a number of seconds, above 0',
    ],
    [
      withFault({ at: 'later', does: { kind: 'reset' } }),
      'scenarios[0].faults[0].at: found "later", expected one of before-recording, after-recording, in-answer',
    ],
    [
      withFault({ at: 'in-answer', does: { kind: 'refuse', cause: 'unavailable' } }),
      'scenarios[0].faults[0].at: found "in-answer", expected a point before the answer',
    ],
    [
      withFault({ at: 'in-answer', does: { kind: 'explode' } }),
      'scenarios[0].faults[0].does: found {"kind":"explode"}, expected an object with a kind, one of reset, close',
    ],
    [
      withFault({ at: 'in-answer', does: { kind: 'stall', seconds: 1, for: 2 } }),
      'unknown key scenarios[0].faults[0].does.for; the keys here are kind, seconds',
    ],
    [
      withFault({
        at: 'before-recording',
        does: { kind: 'refuse', cause: 'rate-limited', retryAfterSeconds: 1.5 },
      }),
      'scenarios[0].faults[0].does.retryAfterSeconds: found 1.5, expected a whole number of seconds from 1 to 3600',
    ],
  ])('%j', (document, complaint) => {
    expect(complaintAbout(document)).toContain(`${FILE}: ${complaint}`)
  })

  test('all of them at once, on separate lines', () => {
    const lines = complaintAbout([
      { ...FAILS, price: 0, colour: 'red' },
      { ...FAILS, purchases: 3 },
    ]).split('\n')
    expect(lines).toEqual([
      'scenarios.json: scenarios[0].price: found 0, expected a whole number of minor units, at least 1',
      expect.stringMatching(
        /^scenarios\.json: unknown key scenarios\[0\]\.colour; the keys here are sku, name, /,
      ),
      'scenarios.json: scenarios[1].purchases: found 3, expected 1 or 2',
      'scenarios.json: scenarios[1].sku: found "CARD-1", expected a SKU that is not that of scenarios[0], too',
    ])
  })

  test('in the words of the schema, never in those of its library', () => {
    const wrong = [7, 'text', null, [], {}, [7]]
    const members = [
      'sku',
      'name',
      'story',
      'clauses',
      'price',
      'course',
      'faults',
      'extraFields',
      'purchases',
    ]
    for (const member of members)
      for (const value of wrong) {
        const document = JSON.stringify([{ ...FAILS, revokesKey: 'yes', [member]: value }])
        expect(complaintAbout(document)).not.toMatch(/Invalid|Unrecognized|undefined|Too (?:big|small)/)
      }
  })
})
