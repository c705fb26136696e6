import { type Exchange, exchangeSchema } from '../contract/wire/exchange.ts'

/** What keeps a file of a proxy apart from others, and makes its tables: "PPKx" in ASCII, a file of the mock has another. */
export const SCHEMA = {
  applicationId: 0x50_50_4b_78,
  migrations: [
    `
  CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE orders (
    folded TEXT NOT NULL, reference TEXT NOT NULL, key TEXT NOT NULL, sku TEXT, purchases INTEGER NOT NULL,
    lookups INTEGER NOT NULL, sent INTEGER NOT NULL, bought INTEGER NOT NULL, PRIMARY KEY (folded, reference)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE intents (
    seq INTEGER PRIMARY KEY, key TEXT NOT NULL, reference TEXT NOT NULL, sku TEXT NOT NULL, arrived_ms REAL NOT NULL
  ) STRICT;
  CREATE TABLE waiting (key TEXT PRIMARY KEY, faults TEXT NOT NULL) STRICT;
  CREATE TABLE exchanges (batch INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  CREATE VIEW recorded AS SELECT each.value ->> 'seq' AS seq FROM exchanges, json_each(exchanges.json, '$.exchanges') AS each;
  `,
  ],
}

/** All that is asked of them. */
export const STATEMENTS = {
  tell: 'INSERT OR IGNORE INTO about VALUES (?, ?)',
  about: 'SELECT value FROM about WHERE name = ?',
  alike: 'SELECT * FROM orders WHERE folded = ?',
  keepOrder:
    'INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO UPDATE SET sku = excluded.sku, purchases = excluded.purchases, lookups = excluded.lookups, sent = excluded.sent',
  isBought: 'SELECT bought FROM orders WHERE folded = ? AND reference = ?',
  buy: 'UPDATE orders SET bought = 1 WHERE folded = ? AND reference = ?',
  intend: 'INSERT INTO intents VALUES (?, ?, ?, ?, ?)',
  unrecorded:
    'SELECT seq, key, reference, sku, arrived_ms AS arrivedMs FROM intents WHERE seq NOT IN (SELECT seq FROM recorded) ORDER BY seq',
  spent: 'SELECT count(*) AS n FROM intents',
  lastSeq:
    'SELECT max(coalesce((SELECT max(seq) FROM recorded), -1), coalesce((SELECT max(seq) FROM intents), -1)) AS n',
  waiting: 'SELECT * FROM waiting',
  wait: 'INSERT OR REPLACE INTO waiting VALUES (?, ?)',
  noLonger: 'DELETE FROM waiting WHERE key = ?',
  keep: 'INSERT INTO exchanges (json) VALUES (?)',
  exchanges: 'SELECT json FROM exchanges ORDER BY batch',
} as const

/** A row of `orders`. */
export type OrderRow = {
  readonly reference: string
  readonly key: string
  readonly sku: string | null
  readonly purchases: number
  readonly lookups: number
  readonly sent: number
}

/**
 * Exchanges as one JSON text, in which what several of them have in common stands once: headers and bodies of most answers
 * are those of the answer before. In a file, it is the bytes that cost time.
 */
export function packed(exchanges: readonly Exchange[]): string {
  const places = new Map<unknown, number>()
  const list = exchanges.map((exchange) =>
    withParts(exchange, (part) => {
      const known = places.get(part) ?? places.size
      if (known === places.size) places.set(part, known)
      return known
    }),
  )
  return JSON.stringify({ parts: [...places.keys()], exchanges: list })
}

/** The exchanges of a text that {@link packed} wrote. */
export function unpacked(json: string): Exchange[] {
  const { parts, exchanges } = JSON.parse(json)
  return exchanges.map((one: Exchange) =>
    exchangeSchema.parse(withParts(one, (place) => parts[Number(place)])),
  )
}

/** An exchange with something else in the place of each part that others may have in common with it. */
function withParts({ request, response, upstream, ...rest }: Exchange, of: (part: unknown) => unknown) {
  const answer = (one: Exchange['response']) =>
    one && { ...one, headers: of(one.headers), body: of(one.body) }
  return {
    ...rest,
    request: { ...request, headers: of(request.headers) },
    response: answer(response),
    ...(upstream && { upstream: { ...upstream, response: answer(upstream.response) } }),
  }
}
