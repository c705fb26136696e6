import pg from 'pg'

export const NOON = Date.UTC(2026, 0, 1, 12)

/** A clock in a database, which only the test advances. */
export async function stillClock(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `drop table if exists still_clock; create table still_clock as select ${NOON}::float8 as ms`,
  )
  return {
    /** The SQL expression for its time, in milliseconds. */
    sql: '(select ms from still_clock)',
    async move(milliseconds: number) {
      await client.query('update still_clock set ms = ms + $1', [milliseconds])
    },
    end: () => client.end(),
  }
}

export type StillClock = Awaited<ReturnType<typeof stillClock>>
