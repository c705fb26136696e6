import { describe, expect, test } from 'vitest'
import { HEAD } from '../../../../certification/journal/journal.fixture.ts'
import { journalText } from '../../../../certification/journal/journal.ts'
import { judgeJournal, judgeTrial } from '../../../../certification/judge-journal.ts'
import { RULES_VERSION } from '../../../../certification/rules.ts'
import { clientJournal, scenarioOf } from '../../../../certification/testing/client-journal.fixture.ts'
import { clientOf } from '../../../../certification/testing/clients.fixture.ts'
import type { Trial } from '../../../../certification/trial.ts'
import type { ScenarioView } from '../../../../contract/report/certification-view.ts'
import { ShownCertification } from './shown-certification.ts'

const PROCESSING = scenarioOf('SCENARIO-PROCESSING')
const AT_ONCE = scenarioOf('SCENARIO-AT-ONCE')
const BEGUN = { event: 'begun', scenarios: [PROCESSING, AT_ONCE], of: 2 } as const
const NEVER_POLLS = clientJournal(PROCESSING, clientOf({ mostPolls: 0 }))
const head = { ...HEAD, rules: RULES_VERSION, scenarios: [PROCESSING, AT_ONCE], planned: [PROCESSING.sku] }

function begun() {
  const shown = new ShownCertification('node client.mjs')
  shown.see(BEGUN)
  const views = () => shown.changesSince(-1).events.map(({ data }) => JSON.parse(data))
  const viewOf = (sku: string): ScenarioView => views().find((view) => view.sku === sku)
  return { shown, views, viewOf }
}

function certificationOf(trials: readonly Trial[]) {
  const journal = journalText({ head, trials })
  return { ...judgeJournal(journal), journal }
}

describe('the page of a certification', () => {
  test('shows that a scenario waits, runs and is broken, and why', () => {
    const { shown, viewOf } = begun()
    expect(viewOf(PROCESSING.sku).state).toBe('waiting')
    shown.see({ event: 'started', sku: PROCESSING.sku })
    expect([viewOf(PROCESSING.sku).state, viewOf(AT_ONCE.sku).state]).toEqual(['running', 'waiting'])
    const stderr = 'Error: gave up\n    at client.mjs:1:1\n'
    shown.see({ event: 'ended', sku: PROCESSING.sku, ...judgeTrial(NEVER_POLLS, head), stderr })
    const { state, clauses, note, report } = viewOf(PROCESSING.sku)
    expect({ state, note }).toEqual({ state: 'broken', note: 'Its client wrote: Error: gave up' })
    const broken = clauses.filter(({ verdict }) => verdict === 'broken')
    expect(broken.map(({ id }) => id)).toEqual(['follows-until-settled'])
    expect(broken[0]?.message).toContain('was PROCESSING when the client ended')
    expect(report?.timeline).toHaveLength(NEVER_POLLS.exchanges.length)
  })

  test('sends what has changed, and nothing twice', () => {
    const { shown } = begun()
    const first = shown.changesSince(-1)
    expect(first.events.map(({ event }) => event)).toEqual(['scenario', 'scenario', 'certification'])
    expect(shown.changesSince(first.version).events).toEqual([])
    shown.see({ event: 'started', sku: AT_ONCE.sku })
    const [event, ...others] = shown.changesSince(first.version).events
    expect(others).toEqual([])
    expect(event?.data).toContain('"state":"running"')
  })

  test('concludes with the verdict, after everything else; what did not run is incomplete', () => {
    const { shown, views, viewOf } = begun()
    shown.see({ event: 'ended', sku: PROCESSING.sku, ...judgeTrial(NEVER_POLLS, head), stderr: 'Error: x' })
    shown.conclude(certificationOf([NEVER_POLLS]))
    expect(views().at(-1)).toMatchObject({
      client: 'node client.mjs',
      conclusion: { title: 'NOT CERTIFIED', because: 'broken', style: 'red' },
    })
    expect(viewOf(PROCESSING.sku)).toMatchObject({ state: 'broken', note: 'Its client wrote: Error: x' })
    expect(viewOf(AT_ONCE.sku)).toMatchObject({ state: 'incomplete', note: expect.stringContaining('ended') })
  })

  test('says why the client could not begin, where no scenario was run for that', () => {
    const { shown, views } = begun()
    const pings = clientJournal(PROCESSING, (client) => client.ping().status)
    shown.conclude(certificationOf([pings]))
    const step = expect.stringContaining('did not get past GET /ping')
    expect(views().at(-1)).toMatchObject({
      conclusion: { sentences: expect.arrayContaining([step]) },
    })
  })

  test('says that there is no verdict where the run failed, and keeps a verdict that there is', () => {
    const { shown, views } = begun()
    shown.conclude('It could not be started.')
    shown.conclude(certificationOf([]))
    expect(views().at(-1)).toMatchObject({
      conclusion: { title: 'NO VERDICT', sentences: ['It could not be started.'] },
    })
  })

  test('shows an interrupted scenario as incomplete', () => {
    const { shown, viewOf } = begun()
    shown.see({ event: 'ended', sku: AT_ONCE.sku, report: null, clauses: [], stderr: '' })
    expect(viewOf(AT_ONCE.sku)).toMatchObject({ state: 'incomplete', note: 'It was interrupted.' })
  })

  test('shows the stage of a scenario that a service has reached, by its card, and judges it at the end', () => {
    const { shown, viewOf } = begun()
    const own = new Map([['CARD-1', PROCESSING.sku]])
    const place = { url: 'http://127.0.0.1:1', key: 'pk_test_me', certificate: null }
    shown.see({ event: 'listening', ...place, scenarios: BEGUN.scenarios, own })
    shown.see({ event: 'stage', sku: 'CARD-1', stage: 'ended' })
    expect(viewOf(PROCESSING.sku)).toMatchObject({ state: 'running', report: null })
    shown.conclude(certificationOf([NEVER_POLLS]))
    expect(viewOf(PROCESSING.sku)).toMatchObject({ state: 'broken', note: null })
  })
})
