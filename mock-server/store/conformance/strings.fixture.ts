import { expect, test } from 'vitest'
import { type Open, STRANGE_STRINGS, still } from './opened-store.fixture.ts'

export function strings(open: Open): void {
  test.each(STRANGE_STRINGS.map((text) => [JSON.stringify(text).slice(0, 40), text]))(
    'keeps a reference and a SKU as they were sent: %s',
    async (_, text) => {
      const { store, mine, place, find } = await still(open, 10_000)
      const sku = `${text}:sku`
      expect((await place(text, { sku })).kind).toBe('recorded')
      expect((await place(text, { sku })).kind).toBe('replayed')
      expect((await place(text, { sku: text })).kind).toBe('conflict')
      expect(await find(text)).toMatchObject({ partnerReference: text, sku })
      expect([await store.countAttempt(mine, text), await store.countAttempt(mine, text)]).toEqual([1, 2])
    },
  )

  test('takes no two of them for the same', async () => {
    const { place } = await still(open, 100_000)
    const texts = new Set([...STRANGE_STRINGS, ...STRANGE_STRINGS.map((one) => `${one}\0`)])
    for (const text of texts) expect((await place(text, { sku: text })).kind).toBe('recorded')
  })
}
