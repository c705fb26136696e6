import { type Decisions, GOOD, summaryBelow } from '../client/decisions.ts'
import { alike, blamed, blamedAndRemarked, type Mistake } from './mistake.ts'

const PURCHASE = 'reads-purchase-position'
const LOOKUP = 'reads-lookup-position'
const FOLLOWS = 'follows-until-settled'
/** The remark on a client that fails after a settled purchase. */
const FAILED = 'exit-nonzero-after-purchase'

const SUCCESS = { status: 'COMPLETED', pollAfterSeconds: undefined }
const PROCESSING = { status: 'PROCESSING', pollAfterSeconds: undefined }

const oneLevelUp: Decisions['readPurchase'] = (_, data) => summaryBelow(data, ['order'])
const oneLevelDown: Decisions['readLookup'] = (_, data) => summaryBelow(data, ['order', 'order'])

/** Mistakes in where and how a client reads the summary. */
export const READING: readonly Mistake[] = [
  ...alike(blamed(PURCHASE, 'always', 'extraFields'), {
    'reads the purchase one level up, and then looks it up': { readPurchase: oneLevelUp },
    'reads the purchase one level up, and then polls': {
      readPurchase: (facts, data) => oneLevelUp(facts, data) ?? PROCESSING,
    },
  }),
  {
    says: 'reads the purchase one level up, and then fails',
    change: {
      readPurchase: oneLevelUp,
      next: (facts) => (facts.now === 'unreadable' ? 'stop' : GOOD.next(facts)),
    },
    cells: { ...blamed(PURCHASE, 'extraFields'), ...blamedAndRemarked(PURCHASE, FAILED) },
  },
  {
    says: 'reads the lookup one level down, and then fails',
    change: {
      readLookup: oneLevelDown,
      next: (facts) => (facts.now === 'unreadable' ? 'stop' : GOOD.next(facts)),
    },
    cells: { ...blamed(LOOKUP, 'extraFields'), ...blamedAndRemarked(LOOKUP, FAILED) },
  },
  {
    says: 'reads the lookup one level down, and polls on',
    change: { readLookup: (facts, data) => oneLevelDown(facts, data) ?? PROCESSING },
    cells: blamed(LOOKUP, 'always', 'extraFields'),
  },
  {
    says: 'reads any status that it finds in a purchase',
    change: { readPurchase: (facts, data) => oneLevelUp(facts, data) ?? GOOD.readPurchase(facts, data) },
    cells: blamed(PURCHASE, 'always', 'extraFields'),
  },
  {
    says: 'reads any status that it finds in a lookup',
    change: { readLookup: (facts, data) => oneLevelDown(facts, data) ?? GOOD.readLookup(facts, data) },
    cells: blamed(LOOKUP, 'always', 'extraFields'),
  },
  {
    says: 'treats any 2xx to the purchase as a success',
    change: { readPurchase: () => SUCCESS },
    cells: blamed(FOLLOWS, 'always'),
  },
  {
    says: 'treats any 2xx to a lookup as a success',
    change: { readLookup: () => SUCCESS },
    cells: blamed(FOLLOWS, 'always'),
  },
]
