import { afterEach } from 'vitest'
import type { Store } from '../store.ts'
import { accounts } from './accounts.fixture.ts'
import { clockTimes } from './clock-times.fixture.ts'
import { crowds } from './crowds.fixture.ts'
import { keyUses } from './key-uses.fixture.ts'
import { nextFaults } from './next-faults.fixture.ts'
import type { OpenedStore } from './opened-store.fixture.ts'
import { purchases } from './purchases.fixture.ts'
import { releases } from './releases.fixture.ts'
import { resets } from './resets.fixture.ts'
import { revocations } from './revocations.fixture.ts'
import { strings } from './strings.fixture.ts'
import { times } from './times.fixture.ts'

/** The conformance tests of every store. Each store that is opened is closed after its test. */
export function promisesOfStore(open: () => OpenedStore | Promise<OpenedStore>): void {
  const opened: Store[] = []
  const openStore = async (): Promise<OpenedStore> => {
    const one = await open()
    opened.push(one.store)
    return one
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
  })
  purchases(openStore)
  releases(openStore)
  crowds(openStore)
  revocations(openStore)
  times(openStore)
  clockTimes(openStore)
  resets(openStore)
  strings(openStore)
  nextFaults(openStore)
  accounts(openStore)
  keyUses(openStore)
}
