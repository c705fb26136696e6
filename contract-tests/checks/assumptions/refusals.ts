import { hasErrorShape } from '../../../contract/profile/error-shape.ts'
import { exchangesOf } from '../../analysis/answer.ts'
import { NotObserved } from '../../analysis/verdict-errors.ts'
import {
  conflictingPurchase,
  readsFromElsewhere,
  readsWithoutKey,
  unknownLookup,
  unknownPrice,
  unusableBodies,
} from '../../steps/refusals.ts'
import type { AssumptionChecks } from '../check.ts'
import { expectStatus, holds, isRefused } from './hold-profile.ts'

/** The status and the body of refusals. */
export const REFUSAL_ASSUMPTIONS = {
  'unauthenticated-status': {
    title: 'a call without a key is refused with the profile’s status',
    run: async (session) => expectStatus(await readsWithoutKey(session), 'unauthenticated', session),
  },
  'ip-not-allowed-status': {
    title: 'an address that is not allowed is refused with the profile’s status',
    run: async (session) => expectStatus(await readsFromElsewhere(session), 'ipNotAllowed', session),
  },
  'not-found-status': {
    title: 'an unknown order and an unknown SKU are refused with the profile’s status',
    run: async (session) => {
      const answers = [await unknownLookup(session), await unknownPrice(session)]
      return expectStatus(answers, 'notFound', session)
    },
  },
  'invalid-body-status': {
    title: 'a body that is not the two fields is refused with the profile’s status',
    run: async (session) => expectStatus(await unusableBodies(session), 'invalidBody', session),
  },
  'reference-conflict': {
    title: 'a known reference with another SKU is refused with the profile’s status',
    run: async (session) => expectStatus([await conflictingPurchase(session)], 'referenceConflict', session),
  },
  'error-body': {
    title: 'refusals have the profile’s error shape',
    run: async (session) => {
      const answers = [...(await unusableBodies(session)), ...(await readsWithoutKey(session))]
      const refused = answers.filter((answer) => isRefused(answer, session.profile))
      const odd = refused.find((answer) => !hasErrorShape(session.profile.errors.body, answer.json))
      if (odd !== undefined)
        return holds(odd, false, `The body has not the shape ${session.profile.errors.body}`)
      if (refused.length > 0) return exchangesOf(refused.slice(0, 1))
      throw new NotObserved('Nothing was refused.')
    },
  },
} satisfies AssumptionChecks
