import type { ServerClauseId } from '../contract/reference/server-clauses.ts'
import type { Lesson } from '../contract/report/report.ts'
import { redact } from '../contract/text/redact.ts'
import { shellCommand } from '../contract/text/shell-command.ts'
import type { Fault } from './answers.ts'
import { isOnThisMachine, type Target } from './target/target.ts'

/** The same fault shows in three checks: the service takes two references for one. */
const COMPARED_LOOSELY =
  'The reference is compared without its case, is cut to the length of its column, or two requests for one card at the same moment are taken for one.'
const COMPARE_WHOLE =
  'Compare the whole reference, byte by byte (a binary collation), in a column that is long enough. Lock by the reference, not by the card.'
const UNIQUE_AS_SENT =
  'Make the partner and the partnerReference, exactly as it was sent, the only unique pair.'
const FIND_BY_WHOLE =
  'Find the order by its partner and by the whole reference, decoded once from the path, and use the same two as the key of a cache.'
const INSERT_FIRST =
  'In the transaction that debits, first insert the reference under a unique index. If it is there already, answer with the stored order.'
const STORE_BEFORE =
  'Store the order and its reference in the transaction that debits, and finish it even if the client has gone.'

/** Advice for the developer of the service: what a fault costs partners, its usual cause, and the smallest fix. */
type Advice = readonly [consequence: string, cause: string, remedy: string]

const ADVICE = {
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
    'Write sku as a string in every entry, and leave out entries without one.',
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
    'The field is left out when it is null, is written as a text or in milliseconds, or is only set by the purchase.',
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
    'End each order as a success or a failure after a time limit, even if the supplier does not answer.',
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
  'repeat-refused-after-timeout': [
    'A partner whose answer was lost can neither find its purchase nor repeat it.',
    'The request is cancelled with its connection: its reference is taken or locked, and no order was stored for it.',
    STORE_BEFORE,
  ],
  'repeat-charged-after-timeout': [
    'A client that retries after a timeout, as documented, pays twice.',
    'The reference is stored only when the answer is sent: if the client has gone by then, the debit stays without its reference.',
    STORE_BEFORE,
  ],
  'lost-after-timeout': [
    'A partner whose answer was lost cannot see that it bought: the card is not delivered, or is bought twice.',
    'The request is cancelled with its connection, after the debit and before the order is stored where the lookup reads.',
    STORE_BEFORE,
  ],
  'bought-again-once-settled': [
    'A settled order is bought again by its own body.',
    'The idempotency table keeps an order only until it is settled: the repeated body is a new one.',
    INSERT_FIRST,
  ],
} as const satisfies Record<string, Advice>

type AdviceId = keyof typeof ADVICE

type Advised = { readonly usual: AdviceId } & { readonly [Check in Fault | string]?: AdviceId }

/** The advice for each clause. A check or a fault may have its own; otherwise the usual one applies. */
const FOR_CLAUSES: { readonly [Id in ServerClauseId]: Advised } = {
  'data-envelope': { usual: 'no-data' },
  'ping-ok': { usual: 'ping-status', refused: 'ping-fails' },
  'ping-mode-test': { usual: 'ping-mode', refused: 'ping-fails' },
  'product-has-sku': { usual: 'entry-without-sku' },
  'price-per-sku': { usual: 'price-of-another', refused: 'price-refused' },
  'balance-readable': { usual: 'balance-refused' },
  'order-two-fields': { usual: 'two-fields-refused' },
  'purchase-position': { usual: 'purchase-misplaced' },
  'lookup-position': {
    usual: 'never-found',
    'every-answer': 'lookup-misplaced',
    'stays-found': 'found-no-more',
    'own-order': 'another-order',
  },
  'same-body-same-purchase': {
    usual: 'repeat-charged',
    refused: 'repeat-refused',
    'never-back': 'bought-again-once-settled',
    'own-order': 'another-order',
  },
  'new-reference-new-purchase': { usual: 'new-not-charged', refused: 'new-refused' },
  'purchase-survives-timeout': {
    usual: 'repeat-charged-after-timeout',
    refused: 'repeat-refused-after-timeout',
    'stays-found': 'lost-after-timeout',
  },
  'processing-has-poll-after': { usual: 'no-poll-after' },
  'order-leaves-processing': { usual: 'never-settles', 'never-back': 'back-to-processing' },
  'key-required': { usual: 'served-without-key', charged: 'charged-without-key' },
  'ip-allowlist': { usual: 'served-elsewhere', charged: 'charged-without-key' },
}

/** The usual cause of a failed check, and the smallest fix. */
export function adviceOn(
  clause: ServerClauseId,
  check: string,
  fault: Fault | null,
): Omit<Lesson, 'command'> {
  const of = FOR_CLAUSES[clause]
  const [consequence, cause, remedy] = ADVICE[of[check] ?? of[fault ?? 'usual'] ?? of.usual]
  return { consequence, cause, remedy }
}

/**
 * The command that runs one clause again against the same target, quoted for a POSIX shell and without any key. It
 * names no profile, since a run reads the profile in its folder.
 *
 * @example
 * runAgain(target, 'ping-ok') // 'npx partner-purchase-kit verify --base-url https://test.example --only ping-ok'
 */
export function runAgain(
  { baseUrl, sku, rerun }: Pick<Target, 'baseUrl' | 'sku' | 'rerun'>,
  clause: ServerClauseId,
): string {
  const words = rerun ?? [
    ...['npx', 'partner-purchase-kit', 'verify', '--base-url', baseUrl],
    ...(baseUrl.startsWith('http:') && !isOnThisMachine(baseUrl) ? ['--allow-http'] : []),
    ...(sku === undefined ? [] : ['--sku', sku]),
  ]
  return redact(shellCommand([...words, '--only', clause]))
}
