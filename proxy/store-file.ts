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
  CREATE VIEW recorded AS SELECT each.value ->> 'seq' AS seq FROM exchanges, json_each(exchanges.json) AS each;
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
