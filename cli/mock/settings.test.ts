import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ORDINARY_CARDS } from '../../fixtures/catalogue.ts'
import { temporaryFolder } from '../testing/temporary-folder.fixture.ts'
import { loadSettings } from './settings.ts'

const [ORDINARY] = ORDINARY_CARDS
if (ORDINARY === undefined) throw new Error('There is no card.')

const SCENARIO = {
  sku: ORDINARY.sku,
  name: 'of my own',
  story: 'It fails.',
  price: 777,
  course: { processing: [], settles: 'failure' },
}

test('a scenario for a card that the catalogue has leaves that card as it is', (context) => {
  const file = join(temporaryFolder(context), 'scenarios.json')
  writeFileSync(file, JSON.stringify([SCENARIO]))
  const { scenarios, catalogue } = loadSettings({ scenarios: file }, {})
  expect(catalogue.filter(({ sku }) => sku === ORDINARY.sku)).toEqual([ORDINARY])
  expect(scenarios.at(-1)).toMatchObject({ sku: ORDINARY.sku, course: { settles: 'failure' } })
})
