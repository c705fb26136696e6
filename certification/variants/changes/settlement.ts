import type { Profile } from '../../../contract/profile/profile.ts'
import { hasSummary, SUMMARY_AT } from '../../../contract/wire/exchange-facts.ts'
import {
  type AnswerChange,
  changedAt,
  isSuccess,
  SHOWN_IN,
  showsProcessing,
  showsSettled,
  type Variant,
} from '../variant.ts'

const STATUS = 'the status of a summary, at `data.order.order` and `data.order`'
const PAUSE = '`pollAfterSeconds` of a summary, at `data.order.order` and `data.order`'

/** §3.2 lists no settled state, §3.1 has a pause only where an order is `PROCESSING`, and says nothing of whole seconds. */
export function settlementVariants(profile: Profile): readonly Variant[] {
  const { states } = profile
  const [success, failure] = [stateBut(profile, 'FULFILLED'), stateBut(profile, 'REJECTED')]
  return [
    {
      id: 'another-success-state',
      gaps: ['settled-states'],
      change: `A purchase that succeeds ends in ${success}.`,
      readAt: STATUS,
      scenarios: [SHOWN_IN.atOnce, SHOWN_IN.processing],
      profile: { ...profile, states: { ...states, success: [success] } },
      isReceived: showsSettled,
    },
    {
      id: 'another-failure-state',
      gaps: ['settled-states'],
      change: `A purchase that fails ends in ${failure}.`,
      readAt: STATUS,
      scenarios: [SHOWN_IN.fails],
      profile: { ...profile, states: { ...states, failure: [failure] } },
      isReceived: showsSettled,
    },
    settledPause('settled-pause-null', 'A settled summary has a pollAfterSeconds of null.', null),
    settledPause('settled-pause-zero', 'A settled summary has a pollAfterSeconds of 0.', 0),
    settledPause('settled-pause-kept', 'A settled summary still has a pollAfterSeconds, of 5.', 5),
    {
      id: 'fractional-pause',
      gaps: ['poll-interval-type'],
      change: 'A PROCESSING summary asks to be polled after 1.5 seconds.',
      readAt: PAUSE,
      scenarios: [SHOWN_IN.processing],
      course: (course) => ({
        ...course,
        processing: course.processing.map((phase) => ({ ...phase, pollAfterSeconds: 1.5 })),
      }),
      isReceived: showsProcessing,
    },
  ]
}

function stateBut({ states }: Profile, wanted: string): string {
  const isKnown = [...states.success, ...states.failure].includes(wanted)
  return isKnown ? `${wanted}_OTHERWISE` : wanted
}

function settledPause(id: string, change: string, seconds: number | null): Variant {
  return {
    id,
    gaps: ['order-fields'],
    change,
    readAt: PAUSE,
    scenarios: [SHOWN_IN.processing],
    answers: changeSummary((summary) =>
      'pollAfterSeconds' in summary ? summary : { ...summary, pollAfterSeconds: seconds },
    ),
    isReceived: showsSettled,
  }
}

function changeSummary(change: (summary: object) => object): AnswerChange {
  return (answer) => {
    const { operation } = answer
    const pointer = hasSummary(operation) ? SUMMARY_AT[operation] : undefined
    if (!pointer || !isSuccess(answer)) return answer
    const document = changedAt(JSON.parse(answer.body), pointer, (summary) => change(Object(summary)))
    return { ...answer, body: JSON.stringify(document) }
  }
}
