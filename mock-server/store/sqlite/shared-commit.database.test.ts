import { expect, onTestFinished, test } from 'vitest'
import { ORDINARY } from '../../../fixtures/scenarios.ts'
import { newFile } from './new-file.fixture.ts'
import { sqliteStore } from './sqlite-store.ts'

const ACCOUNT = { sandbox: 'pk_test_shared', openingBalance: 10_000 }
const purchaseOf = (partnerReference: string, price: number) => ({
  partnerReference,
  sku: 'CARD',
  price,
  course: ORDINARY.course,
})

test('purchases that share a commit are all recorded, or none of them is', async () => {
  const store = sqliteStore(newFile())
  onTestFinished(() => store.close())
  // No amount has a fraction: the file takes none.
  const together = [purchaseOf('TEST:1', 2500), purchaseOf('TEST:2', 0.5)]
  const told = await Promise.allSettled(together.map((purchase) => store.placeOrder(ACCOUNT, purchase)))
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await store.findOrder(ACCOUNT, 'TEST:1')).order).toBeUndefined()
  expect((await store.balance(ACCOUNT)).available).toBe(10_000)

  const alone = await store.placeOrder(ACCOUNT, purchaseOf('TEST:1', 2500))
  expect(alone.placement.kind).toBe('recorded')
})
