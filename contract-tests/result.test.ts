import { expect, test } from 'vitest'
import { Broken, NotObserved, OutOfReach } from './analysis/verdict-errors.ts'
import { resultOf, type Subject } from './result.ts'
import { openSession } from './run/session.ts'
import { targetOf } from './run/target.ts'

const SUBJECT: Subject = { kind: 'clause', clause: 'ping-ok', check: 'status' }
const session = openSession(targetOf({ baseUrl: 'http://127.0.0.1:9', apiKey: 'pk_test_result' }))

const throwing = (cause: unknown) => async () => {
  throw cause
}

test('a check that returns is kept, with its evidence', async () => {
  expect(await resultOf(SUBJECT, async () => [], session)).toMatchObject({
    verdict: 'kept',
    message: null,
    fault: null,
  })
})

test('a check that saw its clause broken says why', async () => {
  const result = await resultOf(SUBJECT, throwing(new Broken('expected ok')), session)
  expect(result).toMatchObject({ verdict: 'broken', message: 'expected ok', fault: null })
})

test('a check that could not see is not observed', async () => {
  const result = await resultOf(SUBJECT, throwing(new NotObserved('no answer')), session)
  expect(result).toMatchObject({ verdict: 'not-observed', message: 'no answer', fault: null })
})

test('a check that needs what was not given is out of reach, and says what it needs', async () => {
  const result = await resultOf(SUBJECT, throwing(new OutOfReach('It needs a second key.')), session)
  expect(result).toMatchObject({ verdict: 'out-of-reach', message: 'It needs a second key.', fault: null })
})

test('an error of the kit is a fault, and never reads as the target’s', async () => {
  const result = await resultOf(SUBJECT, throwing(new TypeError('x is not a function')), session)
  expect(result.verdict).toBe('not-observed')
  expect(result.fault).toContain('x is not a function')
})
