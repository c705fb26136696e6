import { describe, expect, test } from 'vitest'
import { account, purchaseOf, tryEveryCall } from '../../conformance/opened-store.fixture.ts'
import { StoreError, StoreUnavailableError } from '../../store.ts'
import { PASSWORD, query } from '../embedded-server.fixture.ts'
import { openPostgres } from '../opened.fixture.ts'
import { postgresStore } from '../postgres-store.ts'
import { emptyDatabase } from '../shared-server.fixture.ts'
import { SCHEMA_VERSION } from './schema.ts'

async function refusal(opening: Promise<unknown>): Promise<StoreError> {
  const error = await opening.catch((thrown: unknown) => thrown)
  if (!(error instanceof StoreError)) throw new Error(`Expected a StoreError, found ${error}.`)
  return error
}

describe('a store in PostgreSQL is opened', () => {
  test('by five replicas at once, on an empty database', async () => {
    const url = await emptyDatabase()
    const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgres(url)))
    expect(await Promise.all(stores.map((store) => store.isReady()))).toEqual(Array(5).fill(true))
    expect(await query(url, 'select number from partner_purchase.version')).toEqual([
      { number: SCHEMA_VERSION },
    ])
  })

  test('by a role that may not create anything, where the schema is there', async () => {
    const url = await emptyDatabase()
    await (await postgresStore(url)).close()
    const role = `reader_${crypto.randomUUID().slice(0, 8)}`
    await query(url, `create role ${role} login password '${PASSWORD}'`)
    await query(url, `grant usage on schema partner_purchase to ${role}`)
    await query(url, `grant all on all tables in schema partner_purchase to ${role}`)
    await query(url, `grant all on all sequences in schema partner_purchase to ${role}`)
    const theirs = Object.assign(new URL(url), { username: role, password: encodeURIComponent(PASSWORD) })
    const store = await postgresStore(theirs.href)
    expect((await store.placeOrder(account(10_000), purchaseOf('TEST:1'))).placement.kind).toBe('recorded')
    await store.close()
    await query(url, `drop owned by ${role}`)
    await query(url, `drop role ${role}`)
  })
})

test('a store with another version of the schema is refused, and stays as it is', async () => {
  const url = await emptyDatabase()
  await (await postgresStore(url)).close()
  const version = 'select number from partner_purchase.version'
  await query(url, 'update partner_purchase.version set number = 1')
  const { message } = await refusal(postgresStore(url))
  expect(message).toContain(`version 1 of its schema, and this release knows ${SCHEMA_VERSION} alone`)
  expect(await query(url, version)).toEqual([{ number: 1 }])
})

test('a schema that can not be made leaves nothing behind', async () => {
  const url = await emptyDatabase()
  await query(url, `create schema partner_purchase; create table partner_purchase.attempt (number integer)`)
  const { message } = await refusal(postgresStore(url))
  expect(message).toContain('already exists')
  expect(await query(url, `select to_regclass('partner_purchase.version') as found`)).toEqual([
    { found: null },
  ])
})

describe('a store that cannot be opened says why, and never its password:', () => {
  test.for<[string, string, string]>([
    ['no URL', 'postgres//me:Zecret@host', "can't be read"],
    ['another scheme', 'mysql://me:Zecret@host/db', "can't be read"],
    ['a password with an @ that is not encoded', 'postgres://me:Ze@cret@256.0.0.1:1/db', "can't be used"],
    ['nobody there', 'postgres://me:Zecret@127.0.0.1:1/db', 'ECONNREFUSED'],
    ['a password in the query', 'postgres://127.0.0.1:1/db?password=Zecret', 'ECONNREFUSED'],
  ])('%s', async ([, url, reason]) => {
    const { message, stack, cause } = await refusal(postgresStore(url))
    expect(message).toContain(reason)
    expect([message, stack, cause].join()).not.toMatch(/Zecret|Ze@cret|cret@/)
  })

  test('a wrong password, and a database that is not there', async () => {
    const url = await emptyDatabase()
    const wrong = Object.assign(new URL(url), { password: 'Zecret-but-wrong' })
    const absent = Object.assign(new URL(url), { pathname: '/absent' })
    const [first, second] = [
      await refusal(postgresStore(wrong.href)),
      await refusal(postgresStore(absent.href)),
    ]
    expect(first.message).toContain('password authentication failed')
    expect(second.message).toContain('database "absent" does not exist')
    expect(first.message + second.message + first.stack + second.stack).not.toContain('Zecret')
  })

  test('a schema of that name that is somebody else’s', async () => {
    const url = await emptyDatabase()
    await query(url, 'create schema partner_purchase; create table partner_purchase.version (other text)')
    expect((await refusal(postgresStore(url))).message).toContain('number')
  })
})

test('a store whose schema is dropped under it is unavailable, says why, and sells again once a mock made a new one', async () => {
  const url = await emptyDatabase()
  const store = await openPostgres(url)
  const mine = account(10_000)
  await store.placeOrder(mine, purchaseOf('TEST:1'))
  await query(url, 'drop schema partner_purchase cascade')
  for (const one of await tryEveryCall(store, mine)) {
    if (one.status === 'fulfilled') throw new Error('It was answered.')
    expect(one.reason).toBeInstanceOf(StoreUnavailableError)
    expect(one.reason.message).toMatch(/no longer what this mock made there: .+ does not exist/)
  }
  expect(await store.isReady()).toBe(false)
  await openPostgres(url)
  expect((await store.placeOrder(mine, purchaseOf('TEST:2'))).placement.kind).toBe('recorded')
})
