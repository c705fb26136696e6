import { expect, test } from 'vitest'
import { documentWith, learntOf, learntWith, object, text } from '../learnt.fixture.ts'

test('ping has its fields under any name, where their values are listed', () => {
  const pingData = object({ zustand: { enum: ['gestört', 'ok'] }, umgebung: { enum: ['LIVE', 'TEST'] } })
  const { profile, contradictions } = learntWith({ pingData })
  expect(profile.ping).toEqual({ status: '/data/zustand', mode: '/data/umgebung' })
  expect(contradictions).toEqual([])
})

test('of several lists of cards the first is assumed, and the others are named', () => {
  const list = { type: 'array', items: object({ sku: text }) }
  const { findings } = learntWith({ productsData: object({ featured: list, all: list }) })
  expect(findings.find(({ key }) => key === 'products.pointer')).toMatchObject({
    provenance: 'assumed',
    reason: 'A list whose entries have a sku stands at /data/featured; others stand at /data/all.',
  })
})

test('an answer that the document marks as assumed stays assumed, and any other mark says that it was seen', () => {
  const marked = (provenance: string) => ({
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    'x-assumption': [{ gap: 'key-transport', profileKey: 'auth', provenance }],
  })
  const provenanceOf = (provenance: string) =>
    learntWith({ scheme: { ...marked(provenance), name: 'X-Key' } }).profile.provenance.auth
  expect(['assumed', 'observed', 'confirmed'].map(provenanceOf)).toEqual([undefined, 'observed', 'observed'])
  expect(learntWith({ scheme: marked('observed') }).profile.provenance.auth).toBe('observed')
})

test('what the operator confirmed stays, and a document that says something else is set aside', () => {
  const start = { auth: { header: 'X-Mine', format: '{key}' }, provenance: { auth: 'confirmed' } } as const
  const { profile, setAside } = learntOf({ 'api.yaml': documentWith() }, { start })
  expect(profile.auth.header).toBe('X-Mine')
  expect(setAside.map(({ finding }) => finding.key)).toEqual(['auth'])
})
