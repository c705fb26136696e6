import fc from 'fast-check'
import { test } from 'vitest'
import { runs } from '../../../contract/testing/sample.fixture.ts'
import { ModelRun } from './model-run.fixture.ts'
import { steps } from './model-steps.fixture.ts'

test('after any steps, each key sees what a model of one key predicts, and the journal has all of it', async () => {
  const property = fc.asyncProperty(steps, (list) => new ModelRun().follow(list))
  await fc.assert(property, { numRuns: runs({ sample: 40, full: 2_000 }) })
}, 300_000)
