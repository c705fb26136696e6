import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ORDINARY_CARDS } from '../../fixtures/catalogue.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { temporaryFolder } from '../testing/temporary-folder.fixture.ts'
import { loadSettings } from './settings.ts'

const [ORDINARY] = ORDINARY_CARDS
const [BUILT_IN] = SCENARIOS
if (ORDINARY === undefined || BUILT_IN === undefined) throw new Error('There are no fixtures.')

const scenario = (sku: string) => ({
  sku,
  name: 'of my own',
  story: 'It fails.',
  price: 777,
  course: { processing: [], settles: 'failure' },
})

test('scenarios of a file are added to the built-in ones, or replace one', (context) => {
  const file = join(temporaryFolder(context), 'scenarios.json')
  writeFileSync(file, JSON.stringify([scenario('OWN'), scenario(BUILT_IN.sku)]))
  const { scenarios, catalogue } = loadSettings({ scenarios: file }, {})
  expect(scenarios).toHaveLength(SCENARIOS.length + 1)
  expect(scenarios.filter(({ name }) => name === 'of my own').map(({ sku }) => sku)).toEqual([
    BUILT_IN.sku,
    'OWN',
  ])
  const prices = catalogue
    .filter(({ sku }) => sku === 'OWN' || sku === BUILT_IN.sku)
    .map(({ price }) => price)
  expect(prices).toEqual([777, 777])
})

test('a scenario for a card that the catalogue has leaves that card as it is', (context) => {
  const file = join(temporaryFolder(context), 'scenarios.json')
  writeFileSync(file, JSON.stringify([scenario(ORDINARY.sku)]))
  const { scenarios, catalogue } = loadSettings({ scenarios: file }, {})
  expect(catalogue.filter(({ sku }) => sku === ORDINARY.sku)).toEqual([ORDINARY])
  expect(scenarios.at(-1)).toMatchObject({ sku: ORDINARY.sku, course: { settles: 'failure' } })
})
