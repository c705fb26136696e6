import { expect, test } from 'vitest'
import { openStore } from './open-store.ts'
import { newFile } from './store/new-file.fixture.ts'
import { StoreError } from './store/store.ts'

const MINE = { sandbox: 'pk_test_mine', openingBalance: 700 }

test.each([
  ['memory', () => 'memory'],
  ['sqlite:FILE', () => `sqlite:${newFile()}`],
])('%s is a store', async (_, url) => {
  const store = await openStore(url(), { speed: 60 })
  expect(await store.balance(MINE)).toMatchObject({ available: 700, speed: 60 })
  await store.close()
})

test.each([
  '',
  'memory:',
  'sqlite:',
  'sqlite',
  'orders.sqlite',
  'mysql://me:secret@host/x',
  'me:secret@host',
  'POSTGRES',
])('%j is not a store, and the error says what is', async (url) => {
  const error = await openStore(url).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(StoreError)
  expect((error as StoreError).message).toContain('sqlite:FILE')
  expect((error as StoreError).message).not.toContain('secret')
})
