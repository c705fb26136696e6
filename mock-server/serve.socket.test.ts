import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { ProfileError } from '../contract/profile/parse-profile.ts'
import { healthSchema } from './admin/health.ts'
import { createApp } from './app.ts'
import { serve } from './serve.ts'
import { OWN_ADDRESS, reachedAt } from './testing/security/own-address.fixture.ts'

const HAS_IPV6_LOOPBACK = Object.values(networkInterfaces())
  .flat()
  .some((network) => network?.address === '::1')

const UNUSABLE = { profile: { auth: { header: 'Host', format: '{key}' } } }

async function isServed(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/__mock/health`)
  return healthSchema.safeParse(await answer.json()).success
}

describe('a served mock', () => {
  test('listens on loopback, at any free port, and says where', async () => {
    const mock = await serve()
    expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    expect(await isServed(mock.url)).toBe(true)
    await mock.close()
  })

  test.runIf(OWN_ADDRESS)('is at no other address of its machine by default', async () => {
    const mock = await serve()
    await expect(fetch(reachedAt(OWN_ADDRESS ?? '', mock.url))).rejects.toThrow(TypeError)
    await mock.close()
  })

  test('is another one each time', async () => {
    const [one, other] = await Promise.all([serve(), serve()])
    expect(one.url).not.toBe(other.url)
    await Promise.all([one.close(), other.close()])
  })

  test('listens at the port that it is given', async () => {
    const first = await serve()
    await first.close()
    const again = await serve({ port: Number(new URL(first.url).port) })
    expect(again.url).toBe(first.url)
    await again.close()
  })

  test.each([
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
    ...(HAS_IPV6_LOOPBACK ? [['::', /^http:\/\/\[::1\]:\d+$/] as const] : []),
  ] as const)('on every address, %s, says one that a client can call', async (host, address) => {
    const mock = await serve({ host })
    expect(mock.url).toMatch(address)
    expect(await isServed(mock.url)).toBe(true)
    await mock.close()
  })

  test.runIf(HAS_IPV6_LOOPBACK)('listens on IPv6, with the address in brackets', async () => {
    const mock = await serve({ host: '::1' })
    expect(mock.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect(await isServed(mock.url)).toBe(true)
    await mock.close()
  })

  test('keeps a connection for longer than the pools of usual clients do', async () => {
    const mock = await serve()
    const answer = await fetch(`${mock.url}/__mock/health`)
    expect(answer.headers.get('Keep-Alive')).toBe('timeout=75')
    await mock.close()
  })
})

test('a profile that can not be used is refused before anything listens', async () => {
  await expect(serve(UNUSABLE)).rejects.toThrow(ProfileError)
  expect(() => createApp(UNUSABLE)).toThrow(ProfileError)
})

test('a mock closes while a page is open', async () => {
  const mock = await serve()
  const answer = await fetch(`${mock.url}/__mock/events`)
  expect(answer.status).toBe(200)
  await mock.close()
  // The stream has its end, and is not cut off.
  expect(await answer.text()).toContain('event: hello')
})
