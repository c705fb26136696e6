import { expect, test } from 'vitest'
import { BOUGHT_TWICE, SENT_AGAIN } from '../html/sample-scenarios.fixture.ts'
import { stepsIn } from './figure.ts'

test('after a lost answer the client can not know what was bought; the service does', () => {
  expect(stepsIn(BOUGHT_TWICE.timeline).slice(3)).toEqual([
    'The client has bought nothing. The service has 0 orders.',
    'The client can not know whether SHOP:1003-1735787045 was bought. The service has 1 order.',
    expect.stringMatching(
      /^The client can not know whether SHOP:1003-1735787045 was bought\. The client knows that SHOP:1003-1735787046 is PROCESSING, to be asked for from t\+1\.48\. The service has 2 orders\.$/,
    ),
    expect.stringMatching(/SHOP:1003-1735787046 is COMPLETED\. The service has 2 orders\.$/),
  ])
})

test('an answer that ends in its middle says nothing, and the identical body finds the order', () => {
  expect(stepsIn(SENT_AGAIN.timeline).slice(4)).toEqual([
    'The client can not know whether SHOP:1004 was bought. The service has 1 order.',
    'The client knows that SHOP:1004 is COMPLETED. The service has 1 order.',
  ])
})

test('what the client wrote after a request, and before its next one, stands beside it', () => {
  const { timeline } = SENT_AGAIN
  const moments = timeline.map(({ arrivedMs }) => arrivedMs)
  const lost = (moments[4] ?? 0) + 1
  const output = {
    stdout: { text: 'started\nbuying SHOP:1004\n', bytes: 25, at: [0, lost] },
    stderr: { text: '…cut\nsocket hang up\n', bytes: 90, at: [lost] },
  }
  const steps = stepsIn(timeline, output)
  expect(steps.map((step) => /The client wrote: (.*)/.exec(step)?.[1])).toEqual(
    moments.map((_, index) => (index === 4 ? 'buying SHOP:1004 / socket hang up' : undefined)),
  )
})
