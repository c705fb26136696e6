import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { selfSigned } from '../cli/testing/self-signed.fixture.ts'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import { randomBy } from '../contract/random.ts'
import { isFull, runs } from '../contract/testing/sample.fixture.ts'
import { storm } from './testing/kills.fixture.ts'
import { plainService, replicatedService, type Service, slowService } from './testing/services.fixture.ts'

const tls = selfSigned()

const SERVICES: readonly (readonly [string, () => Promise<Service>])[] = [
  ['answers in its own ways', plainService],
  ['is slow, and over TLS', () => slowService(tls, 200)],
  ['has two replicas and a rate limit', () => replicatedService(2_000)],
]

test.for(isFull ? SERVICES : SERVICES.slice(0, 1))(
  'however often a proxy is killed, its file and the ledger of a service agree that %s',
  { timeout: 1_800_000 },
  async ([, open], context) => {
    const service = await open()
    context.onTestFinished(service.close)
    const folder = temporaryFolder(context)
    const profileFile = join(folder, 'profile.json')
    writeFileSync(profileFile, JSON.stringify(service.profile))
    const authority = join(folder, 'authority.pem')
    writeFileSync(authority, tls.cert)
    const { sent, intents, recorded, starts } = await storm(service, {
      ...{ purchases: runs({ sample: 120, full: 10_000 }), kills: runs({ sample: 2, full: 50 }), clients: 8 },
      ...{
        folder,
        profileFile,
        port: await freePort(),
        env: { NODE_EXTRA_CA_CERTS: authority },
        random: randomBy(7),
      },
    })
    expect(starts).toBeGreaterThan(runs({ sample: 1, full: 40 }))
    const count = (references: Iterable<string>) => {
      const counts = new Map<string, number>()
      for (const reference of references) counts.set(reference, (counts.get(reference) ?? 0) + 1)
      return counts
    }
    const booked = count(service.ledger.map(({ reference }) => reference))
    const intended = count(intents.map(({ reference }) => reference))
    const statusOf = (seq: number) => recorded.get(seq)?.status ?? null
    const confirmed = count(
      intents
        .filter(({ seq }) => Math.trunc((statusOf(seq) ?? 0) / 100) === 2)
        .map(({ reference }) => reference),
    )
    // Nothing is bought that no client sent, and everything that was sent is bought once.
    expect([...booked.keys()].filter((reference) => !sent.has(reference))).toEqual([])
    expect(service.ledger.filter(({ isNew }) => isNew)).toHaveLength(sent.size)
    // Nothing that was passed on is missing, and nothing is noted as bought that was not.
    expect([...booked].filter(([reference, times]) => times > (intended.get(reference) ?? 0))).toEqual([])
    expect([...confirmed].filter(([reference, times]) => times > (booked.get(reference) ?? 0))).toEqual([])
    // What the file does not know to be answered is unknown, and every intent is in the journal.
    expect(intents.filter(({ seq }) => !recorded.has(seq))).toEqual([])
    expect(
      intents.filter(({ seq }) => statusOf(seq) === null && recorded.get(seq)?.effect !== 'unknown'),
    ).toEqual([])
  },
)

/** Below the ports that a system gives out by itself: no other test takes it while the proxy is down. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}
