import fc from 'fast-check'
import { test } from 'vitest'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { ModelRun } from './model-run.fixture.ts'
import { steps } from './model-steps.fixture.ts'

test('whatever happens to a mock and its keys, each sees what a model of one key says, and the journal all of it', async () => {
  const property = fc.asyncProperty(steps, (list) => new ModelRun().follow(list))
  await fc.assert(property, { numRuns: runs({ sample: 150, full: 2_000 }) })
}, 300_000)
