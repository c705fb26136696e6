import type { DatabaseSync } from 'node:sqlite'
import type { KeptTime } from './kept-time.ts'
import type { SqliteRecords } from './records.ts'
import { prepared } from './statements.ts'

/**
 * When the keys of a file were last used, and the steps of forgetting one. A sandbox that is forgotten has no name any more,
 * and its orders go step by step. Nothing here makes a transaction of its own.
 */
export function keyUses(
  database: DatabaseSync,
  time: KeptTime,
  { removeSome, nameOf }: Pick<SqliteRecords, 'removeSome'> & { nameOf(sandbox: string): Buffer },
) {
  const { find, put, adopt, idle, nameless, ...forgetting } = prepared(database, {
    find: 'SELECT partner, used_at FROM key_uses WHERE name = ?',
    put: 'INSERT OR REPLACE INTO key_uses (name, partner, used_at) VALUES (?, ?, ?)',
    adopt: `INSERT OR IGNORE INTO key_uses (name, partner, used_at)
      SELECT name, NULL, ? FROM sandboxes WHERE name IS NOT NULL`,
    idle: 'SELECT name, partner FROM key_uses WHERE used_at < ? ORDER BY used_at LIMIT 1',
    nameless: 'SELECT id FROM sandboxes WHERE name IS NULL LIMIT 1',
    use: 'DELETE FROM key_uses WHERE name = ?',
    sandbox: 'UPDATE sandboxes SET name = NULL WHERE name = ?',
    journal: 'DELETE FROM exchanges WHERE partner = ?',
    dropped: 'DELETE FROM dropped WHERE partner = ?',
  })
  let isAdopted = false
  const forget = (name: Uint8Array, partner: string | null) => {
    for (const statement of [forgetting.use, forgetting.sandbox]) statement.run(name)
    for (const statement of [forgetting.journal, forgetting.dropped]) statement.run(partner)
  }
  return {
    note(sandbox: string, partner: string, idleMs: number): void {
      const [name, now] = [nameOf(sandbox), time.now()]
      const known = find.get(name) as { partner: string | null; used_at: number } | undefined
      if (known !== undefined && now - known.used_at > idleMs) forget(name, known.partner ?? partner)
      put.run(name, partner, now)
    },
    /** One step. @returns whether there may be more. */
    forgetIdle(idleMs: number): boolean {
      const now = time.now()
      // A sandbox that was made while nobody noted any use is used now.
      if (!isAdopted) adopt.run(now)
      isAdopted = true
      const left = nameless.get() as { id: number } | undefined
      if (left !== undefined) return removeSome(left.id)
      const oldest = idle.get(now - idleMs) as { name: Uint8Array; partner: string | null } | undefined
      if (oldest !== undefined) forget(oldest.name, oldest.partner)
      return oldest !== undefined
    },
  }
}
