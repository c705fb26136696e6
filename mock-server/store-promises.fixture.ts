import { afterEach } from 'vitest'
import type { Store } from './store.ts'
import { clockTimes } from './store-promises/clock-times.fixture.ts'
import { crowds } from './store-promises/crowds.fixture.ts'
import type { OpenedStore } from './store-promises/opened-store.fixture.ts'
import { purchases } from './store-promises/purchases.fixture.ts'
import { releases } from './store-promises/releases.fixture.ts'
import { resets } from './store-promises/resets.fixture.ts'
import { revocations } from './store-promises/revocations.fixture.ts'
import { strings } from './store-promises/strings.fixture.ts'
import { times } from './store-promises/times.fixture.ts'

/** What every store promises, whatever it is kept in. Each store that is opened is closed after its test. */
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
}
