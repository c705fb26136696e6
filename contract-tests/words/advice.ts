import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Lesson } from '../../contract/report/report.ts'
import type { Row } from '../judge/checks.ts'

type Advice = Pick<Lesson, 'consequence' | 'cause' | 'remedy'>

/** Two references that are taken for one: the same fault, seen in three ways. */
const COMPARED_LOOSELY =
  'The reference is compared without its case, is cut to the length of its column, or two requests for one card at the same moment are taken for one.'
const COMPARE_WHOLE =
  'Compare the whole reference, byte by byte (a binary collation), in a column that is long enough. Lock by the reference, not by the card.'
const TOO_UNIQUE =
  'The unique index is on the partner and the card, or the reference is cut or changed before it is stored, so that it equals an earlier one.'
const UNIQUE_AS_SENT =
  'Make the partner and the partnerReference, exactly as it was sent, the only unique pair.'
const FIND_BY_WHOLE =
  'Find the order by its partner and by the whole reference, decoded once from the path, and use the same two as the key of a cache.'
const INSERT_FIRST =
  'In the transaction that debits, first insert the reference under a unique index. If it is there already, answer with the stored order.'
const STORE_BEFORE =
  'Store the order and its reference in the transaction that debits, and finish it also when the client has gone.'

/** For the developer who fixes the service: what a row costs partners, its usual cause, and the smallest fix. */
export const ADVICE: { readonly [R in Row]: Advice } = {
  'no-data': {
    consequence: 'A client that reads data finds nothing, and takes the answer for a failure.',
    cause:
      'One handler, or one way through it such as a cache, answers without the function that wraps all other answers.',
    remedy: 'Wrap every success as { "data": … } in one place, behind all handlers.',
  },
  'ping-fails': {
    consequence: 'Partners call ping before they buy: while it fails, they buy nothing.',
    cause:
      'Ping waits for something that it does not need, such as a database, or its route is missing behind the gateway.',
    remedy: 'Answer GET /ping in the process itself, as soon as the key is checked.',
  },
  'ping-status': {
    consequence: 'Partners take the service to be down, and buy nothing.',
    cause: 'Ping is an existing health check, which says "UP", "healthy" or "OK".',
    remedy: 'Answer the field status with exactly "ok", in lower case.',
  },
  'ping-mode': {
    consequence: 'A partner cannot see that it is in TEST: a test might spend money, or a shop sell nothing.',
    cause: 'The mode is a setting of the process, not a property of the key, or is written differently.',
    remedy: 'Look the mode up with the key, and answer exactly "TEST" for a TEST key.',
  },
  'entry-without-sku': {
    consequence: 'Nobody can buy that entry, and a strict client refuses the whole catalogue.',
    cause: 'The SKU is stored as a number, or the query includes drafts and groups that have none.',
    remedy: 'Write sku as a string in every entry, and leave out what has none.',
  },
  'price-refused': {
    consequence: 'Partners read the price before they buy: this card is not sold.',
    cause:
      'Prices are looked up in another list than the catalogue, or by another id, or the SKU in the path is not decoded.',
    remedy: 'Look prices up by the SKU as the catalogue has it, and list only cards that have a price.',
  },
  'balance-refused': {
    consequence: 'Partners read the balance before they buy: they buy nothing.',
    cause: 'The balance comes from another service, which fails, or the partner has no account yet.',
    remedy:
      'Create the account together with the partner, and read the balance from the table that purchases debit.',
  },
  'two-fields-refused': {
    consequence: 'No partner can buy: a client sends the two documented fields and no other.',
    cause:
      'The schema of the body requires one more field, such as a quantity or a currency, or a filter requires one more header.',
    remedy: 'Accept a body of exactly partnerReference and sku; make everything else optional.',
  },
  'purchase-misplaced': {
    consequence:
      'A client finds no status: it takes a card that is paid for a failure, or polls without end.',
    cause:
      'The framework serialises a purchase like a lookup, or a repeated body is answered from a store that keeps another shape.',
    remedy:
      'Answer a new body and a repeated one by the same function: { "data": { "order": { "order": … } } }.',
  },
  'lookup-misplaced': {
    consequence: 'A client finds no status: it gives up a card that is paid, or polls without end.',
    cause: 'The framework serialises a lookup like a purchase, which nests the summary one level deeper.',
    remedy: 'Answer the lookup as { "data": { "order": … } }: one level less than a purchase.',
  },
  'no-poll-after': {
    consequence: 'A client does not know when to ask again: it polls as fast as it can, or stops.',
    cause: 'The field is left out where it is null, is written as a text, or is only set by the purchase.',
    remedy: 'Write pollAfterSeconds, a number of seconds, beside every PROCESSING.',
  },
  'new-refused': {
    consequence: 'The partner cannot buy the same card again: a sale is lost.',
    cause: TOO_UNIQUE,
    remedy: UNIQUE_AS_SENT,
  },
  'repeat-refused': {
    consequence:
      'A client that retries takes its purchase for a failure: the card is paid for, and never delivered.',
    cause: 'The unique index on the reference reports a conflict, and the handler passes it on as an error.',
    remedy:
      'On that conflict read the stored order, and answer as the first time. Refuse only a known reference with another sku.',
  },
  'repeat-charged': {
    consequence: 'Every retry costs the partner one more card.',
    cause:
      'The idempotency table is looked up after the debit, or outside its transaction, so that the repeated body finds nothing in it.',
    remedy: INSERT_FIRST,
  },
  'new-not-charged': {
    consequence: 'Two purchases become one: the partner sells two cards, and gets one.',
    cause: COMPARED_LOOSELY,
    remedy: COMPARE_WHOLE,
  },
  'another-order': {
    consequence: 'A partner delivers a card that is not paid, or refunds one that is.',
    cause: 'The lookup compares only a part of the reference, or its cache is keyed by too little.',
    remedy: FIND_BY_WHOLE,
  },
  'found-no-more': {
    consequence: 'An order that is paid seems to be lost: the partner buys it again, or does not deliver it.',
    cause:
      'The lookup reads from a replica that is behind, or from a cache or a table of open orders that the order leaves.',
    remedy: 'Read the lookup from the table that the purchase writes, and keep every order in it.',
  },
  'never-found': {
    consequence:
      'A partner whose answer was lost cannot see that it bought: the card is not delivered, or is bought twice.',
    cause:
      'The lookup reads from a replica or an index that the order does not reach, or searches by another id.',
    remedy: 'Look orders up by partnerReference, in the table that the purchase writes.',
  },
  'back-to-processing': {
    consequence: 'A client that has delivered a card waits for it again, and may deliver it twice.',
    cause:
      'A late event or a repeated job writes the status without a look at the stored one, or the answer comes from a replica that is behind.',
    remedy: "Let a status change from PROCESSING alone: UPDATE … WHERE status = 'PROCESSING'.",
  },
  'never-settles': {
    consequence: 'The partner polls without end, and its customer waits for a card that is paid.',
    cause:
      'The job that settles orders does not run, or stopped at an error, or the lookup reads a copy that it does not update.',
    remedy:
      'End each order as a success or a failure after a time limit, also if the supplier does not answer.',
  },
  'served-without-key': {
    consequence: 'Anyone can read what only a partner may see, or buy in its name.',
    cause:
      'The key is checked route by route, and not on this one, or by its prefix alone, or a cache answers before the check.',
    remedy:
      'Check the key before every route, against the stored keys, and keep these answers out of shared caches.',
  },
  'charged-without-key': {
    consequence: 'A partner pays for a card that it did not buy, and does not get.',
    cause: 'The purchase is recorded and debited before the key and its allowlist are checked.',
    remedy: 'Check the key and its allowlist first, and write nothing for a request that is refused.',
  },
  'served-elsewhere': {
    consequence: 'A key that was stolen works from any address.',
    cause:
      'The address is read from a header that the caller writes, such as X-Forwarded-For, or only some routes check the allowlist.',
    remedy: 'Take the address from your own proxy, and check the allowlist of the key before every route.',
  },
}

/** Rows whose usual cause is another one, where another clause is blamed for them. */
const BY_CLAUSE: { readonly [R in Row]?: { readonly [Id in ServerClauseId]?: Partial<Advice> } } = {
  'repeat-refused': {
    'purchase-survives-timeout': {
      consequence: 'A partner whose answer was lost can neither find its purchase nor repeat it.',
      cause:
        'The request is cancelled with its connection: its reference is taken or locked, and no order was stored for it.',
      remedy: STORE_BEFORE,
    },
    'new-reference-new-purchase': {
      consequence: 'The partner cannot buy the card, however often it tries: a sale is lost.',
      cause: TOO_UNIQUE,
      remedy: UNIQUE_AS_SENT,
    },
    'order-two-fields': ADVICE['two-fields-refused'],
  },
  'repeat-charged': {
    'purchase-survives-timeout': {
      consequence: 'A client that retries after a timeout, as documented, pays twice.',
      cause:
        'The reference is stored when the answer is sent: where the client has gone by then, the debit stays and the reference does not.',
      remedy: STORE_BEFORE,
    },
  },
  'another-order': {
    'new-reference-new-purchase': ADVICE['new-not-charged'],
  },
  'found-no-more': {
    'purchase-survives-timeout': {
      cause: 'The order of a client that went away is stored, and rolled back when its answer fails.',
      remedy: STORE_BEFORE,
    },
  },
  'never-found': {
    'purchase-survives-timeout': {
      cause:
        'The request is cancelled with its connection, after the debit and before the order is stored where the lookup reads.',
      remedy: STORE_BEFORE,
    },
    'new-reference-new-purchase': {
      consequence: 'The service says that it sold a card, and no such order exists.',
      cause: COMPARED_LOOSELY,
      remedy: COMPARE_WHOLE,
    },
  },
  'back-to-processing': {
    'lookup-position': {
      consequence: 'A partner delivers a card that is not yet paid, or waits for one that is.',
      cause:
        'The lookup answers with another order, such as the last one, or with a copy that differs from what the purchase answers.',
      remedy: FIND_BY_WHOLE,
    },
    'same-body-same-purchase': {
      consequence: 'A settled order is bought again by its own body.',
      cause: 'The idempotency table keeps an order only until it is settled: the repeated body is a new one.',
      remedy: INSERT_FIRST,
    },
  },
  'charged-without-key': {
    'ip-allowlist': {
      cause: 'The purchase is recorded and debited before the allowlist of the key is checked.',
    },
  },
}

/** The usual cause of a row, and the smallest fix, where this clause is blamed for it. */
export function adviceOn(row: Row, clause: ServerClauseId): Advice {
  return { ...ADVICE[row], ...BY_CLAUSE[row]?.[clause] }
}
