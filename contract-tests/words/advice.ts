import type { ServerClauseId } from '../../contract/reference/server-clauses.ts'
import type { Lesson } from '../../contract/report/report.ts'
import { redact } from '../../contract/text/redact.ts'
import { shellCommand } from '../../contract/text/shell-command.ts'
import type { HistoryHead } from '../history/history.ts'
import type { Row } from '../judge/checks.ts'
import { isOnThisMachine, PURCHASE_LIMIT } from '../run/target.ts'

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
export const ADVICE: {
  readonly [R in Row]: readonly [consequence: string, cause: string, remedy: string]
} = {
  'no-data': [
    'A client that reads data finds nothing, and takes the answer for a failure.',
    'One handler, or one way through it such as a cache, answers without the function that wraps all other answers.',
    'Wrap every success as { "data": … } in one place, behind all handlers.',
  ],
  'ping-fails': [
    'Partners call ping before they buy: while it fails, they buy nothing.',
    'Ping waits for something that it does not need, such as a database, or its route is missing behind the gateway.',
    'Answer GET /ping in the process itself, as soon as the key is checked.',
  ],
  'ping-status': [
    'Partners take the service to be down, and buy nothing.',
    'Ping is an existing health check, which says "UP", "healthy" or "OK".',
    'Answer the field status with exactly "ok", in lower case.',
  ],
  'ping-mode': [
    'A partner cannot see that it is in TEST: a test might spend money, or a shop sell nothing.',
    'The mode is a setting of the process, not a property of the key, or is written differently.',
    'Look the mode up with the key, and answer exactly "TEST" for a TEST key.',
  ],
  'entry-without-sku': [
    'Nobody can buy that entry, and a strict client refuses the whole catalogue.',
    'The SKU is stored as a number, or the query includes drafts and groups that have none.',
    'Write sku as a string in every entry, and leave out what has none.',
  ],
  'price-refused': [
    'Partners read the price before they buy: this card is not sold.',
    'Prices are looked up in another list than the catalogue, or by another id, or the SKU in the path is not decoded.',
    'Look prices up by the SKU as the catalogue has it, and list only cards that have a price.',
  ],
  'price-of-another': [
    'A partner shows, and calculates with, the price of another card.',
    'Prices are cached under a key without the SKU, or the answer to one request is given to another.',
    'Make the SKU a part of the key of every cache, and share no variable between requests.',
  ],
  'balance-refused': [
    'Partners read the balance before they buy: they buy nothing.',
    'The balance comes from another service, which fails, or the partner has no account yet.',
    'Create the account together with the partner, and read the balance from the table that purchases debit.',
  ],
  'two-fields-refused': [
    'No partner can buy: a client sends the two documented fields and no other.',
    'The schema of the body requires one more field, such as a quantity, a filter requires one more header, or the body is compared as text.',
    'Read the body as JSON, and accept exactly partnerReference and sku, in either order; make everything else optional.',
  ],
  'purchase-misplaced': [
    'A client finds no status: it takes a card that is paid for a failure, or polls without end.',
    'The framework serialises a purchase like a lookup, or a repeated body is answered from a store that keeps another shape.',
    'Answer a new body and a repeated one by the same function: { "data": { "order": { "order": … } } }.',
  ],
  'lookup-misplaced': [
    'A client finds no status: it gives up a card that is paid, or polls without end.',
    'The framework serialises a lookup like a purchase, which nests the summary one level deeper.',
    'Answer the lookup as { "data": { "order": … } }: one level less than a purchase.',
  ],
  'no-poll-after': [
    'A client does not know when to ask again: it polls as fast as it can, or stops.',
    'The field is left out where it is null, is written as a text or in milliseconds, or is only set by the purchase.',
    'Write pollAfterSeconds beside every PROCESSING, as a JSON number of seconds such as 1: not as a text, null or a time.',
  ],
  'new-refused': [
    'The partner cannot buy the same card again: a sale is lost.',
    'Only one of that card was left (name another one with --sku), or the unique index is on the partner and the card, or on a part of the reference.',
    UNIQUE_AS_SENT,
  ],
  'repeat-refused': [
    'A client that retries takes its purchase for a failure: the card is paid for, and never delivered.',
    'The unique index on the reference reports a conflict, and the handler passes it on as an error.',
    'On that conflict read the stored order, and answer as the first time. Refuse only a known reference with another sku.',
  ],
  'repeat-charged': [
    'Every retry costs the partner one more card.',
    'The idempotency table is looked up after the debit, or outside its transaction, so that the repeated body finds nothing in it.',
    INSERT_FIRST,
  ],
  'new-not-charged': [
    'Two purchases become one: the partner sells two cards, and gets one.',
    COMPARED_LOOSELY,
    COMPARE_WHOLE,
  ],
  'another-order': [
    'A partner delivers a card that is not paid, or refunds one that is.',
    'The lookup compares only a part of the reference, or its cache is keyed by too little.',
    FIND_BY_WHOLE,
  ],
  'found-no-more': [
    'An order that is paid seems to be lost: the partner buys it again, or does not deliver it.',
    'The lookup reads from a replica that is behind, or from a cache or a table of open orders that the order leaves.',
    'Read the lookup from the table that the purchase writes, and keep every order in it.',
  ],
  'never-found': [
    'A partner whose answer was lost cannot see that it bought: the card is not delivered, or is bought twice.',
    'The lookup reads from a replica or an index that the order does not reach, or searches by another id.',
    'Look orders up by partnerReference, in the table that the purchase writes.',
  ],
  'back-to-processing': [
    'A client that has delivered a card waits for it again, and may deliver it twice.',
    'A late event or a repeated job writes the status without a look at the stored one, or the answer comes from a replica that is behind.',
    "Let a status change from PROCESSING alone: UPDATE … WHERE status = 'PROCESSING'.",
  ],
  'never-settles': [
    'The partner polls without end, and its customer waits for a card that is paid.',
    'The job that settles orders does not run, or stopped at an error, or the lookup reads a copy that it does not update.',
    'End each order as a success or a failure after a time limit, also if the supplier does not answer.',
  ],
  'served-without-key': [
    'Anyone can read what only a partner may see, or buy in its name.',
    'The key is checked route by route, and not on this one, or by its prefix alone, or a cache answers before the check.',
    'Check the key before every route, against the stored keys, and keep these answers out of shared caches.',
  ],
  'charged-without-key': [
    'A partner pays for a card that it did not buy, and does not get.',
    'The purchase is recorded and debited before the key and its allowlist are checked.',
    'Check the key and its allowlist first, and write nothing for a request that is refused.',
  ],
  'served-elsewhere': [
    'A key that was stolen works from any address.',
    'The address is read from a header that the caller writes, such as X-Forwarded-For, or only some routes check the allowlist.',
    'Take the address from your own proxy, and check the allowlist of the key before every route.',
  ],
}

/**
 * Rows whose usual cause is another one, where another clause is blamed for them: as of another row, or in columns, of
 * which a null is as of the row itself.
 */
const BY_CLAUSE: {
  readonly [Id in `${Row}/${ServerClauseId}`]?: readonly [string | null, string, string | null] | Row
} = {
  'repeat-refused/purchase-survives-timeout': [
    'A partner whose answer was lost can neither find its purchase nor repeat it.',
    'The request is cancelled with its connection: its reference is taken or locked, and no order was stored for it.',
    STORE_BEFORE,
  ],
  'repeat-refused/new-reference-new-purchase': [
    'The partner cannot buy the card, however often it tries: a sale is lost.',
    TOO_UNIQUE,
    UNIQUE_AS_SENT,
  ],
  'repeat-refused/order-two-fields': 'two-fields-refused',
  'repeat-charged/purchase-survives-timeout': [
    'A client that retries after a timeout, as documented, pays twice.',
    'The reference is stored when the answer is sent: where the client has gone by then, the debit stays and the reference does not.',
    STORE_BEFORE,
  ],
  'another-order/new-reference-new-purchase': 'new-not-charged',
  'another-order/order-two-fields': [
    'The partner gets another card than it has sold.',
    'The card of an order is read from a default, a cache or another order, and not from the body.',
    'Take the card from the sku of the body alone, and store it with the reference.',
  ],
  'another-order/same-body-same-purchase': [
    null,
    'A retry is answered from a cache, or with the last row, instead of with the order of its reference.',
    FIND_BY_WHOLE,
  ],
  'found-no-more/purchase-survives-timeout': [
    null,
    'The order of a client that went away is stored, and rolled back when its answer fails.',
    STORE_BEFORE,
  ],
  'never-found/purchase-survives-timeout': [
    null,
    'The request is cancelled with its connection, after the debit and before the order is stored where the lookup reads.',
    STORE_BEFORE,
  ],
  'never-found/new-reference-new-purchase': [
    'The service says that it sold a card, and no such order exists.',
    COMPARED_LOOSELY,
    COMPARE_WHOLE,
  ],
  'back-to-processing/lookup-position': [
    'A partner delivers a card that is not yet paid, or waits for one that is.',
    'The lookup answers with another order, such as the last one, or with a copy that differs from what the purchase answers.',
    FIND_BY_WHOLE,
  ],
  'back-to-processing/same-body-same-purchase': [
    'A settled order is bought again by its own body.',
    'The idempotency table keeps an order only until it is settled: the repeated body is a new one.',
    INSERT_FIRST,
  ],
  'charged-without-key/ip-allowlist': [
    null,
    'The purchase is recorded and debited before the allowlist of the key is checked.',
    null,
  ],
}

/** The usual cause of a row, and the smallest fix, where this clause is blamed for it. */
export function adviceOn(row: Row, clause: ServerClauseId): Pick<Lesson, 'consequence' | 'cause' | 'remedy'> {
  const other = BY_CLAUSE[`${row}/${clause}`] ?? row
  const [consequence, cause, remedy] = typeof other === 'string' ? ADVICE[other] : other
  return { consequence: consequence ?? ADVICE[row][0], cause, remedy: remedy ?? ADVICE[row][2] }
}

/**
 * The command that runs the suite again as it was run, quoted for a POSIX shell and without any key. A run reads the file
 * of the profile that it finds in its folder.
 *
 * @example
 * runAgain(head) // 'npx partner-purchase-kit verify --base-url https://test.example'
 */
export function runAgain(head: Pick<HistoryHead, 'baseUrl' | 'sku' | 'maxPurchases'>): string {
  const { baseUrl, sku, maxPurchases } = head
  const words = [
    ...['npx', 'partner-purchase-kit', 'verify', '--base-url', baseUrl],
    ...(baseUrl.startsWith('http:') && !isOnThisMachine(baseUrl) ? ['--allow-http'] : []),
    ...(sku === null ? [] : ['--sku', sku]),
    ...(maxPurchases === PURCHASE_LIMIT ? [] : ['--max-purchases', String(maxPurchases)]),
  ]
  return redact(shellCommand(words))
}
