import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { purchaseOf } from '../conformance/opened-store.fixture.ts'
import { StoreError } from '../store.ts'
import { newFile } from './new-file.fixture.ts'
import { sqliteStore } from './sqlite-store.ts'

const PAGE_BYTES = 4096
/** The first page begins with the header, which tells what the file is. */
const HEADER_BYTES = 100
const FAILING = { processing: [{ forSeconds: 3, pollAfterSeconds: 1 }], settles: 'failure' } as const
const MINE = { sandbox: 'pk_test_me', openingBalance: 1_000_000 }

/** A file in which every table has a few pages. */
async function usedFile(): Promise<Buffer> {
  const file = newFile()
  const store = sqliteStore(file)
  await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      await store.placeOrder(MINE, purchaseOf(`TEST:${index}`, { price: 1, course: FAILING }))
      await store.countAttempt(MINE, `createOrder TEST:${index}`)
    }),
  )
  await store.close()
  return readFileSync(file)
}

test('any damaged page is reported in one sentence when the file is opened', async () => {
  const whole = await usedFile()
  const messages = new Set<string>()
  const pages = whole.length / PAGE_BYTES
  expect(pages).toBeGreaterThan(12)
  for (let page = 0; page < pages; page += 1) {
    const file = newFile()
    const from = page * PAGE_BYTES + (page === 0 ? HEADER_BYTES : 0)
    const damaged = Buffer.from(whole)
    randomBytes((page + 1) * PAGE_BYTES - from).copy(damaged, from)
    writeFileSync(file, damaged)
    const message = await refusalOf(file)
    expect(message).toContain(file)
    messages.add(message.replace(file, 'FILE'))
    expect(readFileSync(file).equals(damaged)).toBe(true)
  }
  expect([...messages]).toEqual([
    "Can't keep the store in FILE: it is damaged. Restore a copy, or use another file.",
  ])
})

async function refusalOf(file: string): Promise<string> {
  try {
    await sqliteStore(file).close()
  } catch (cause) {
    expect(cause).toBeInstanceOf(StoreError)
    return (cause as StoreError).message
  }
  throw new Error(`${file} was opened.`)
}
