import { after, describe, test } from 'node:test'
import { FAST_CLOCK as clock } from '../contract/testing/fast-clock.fixture.ts'
import { overSocket } from './broken-servers/in-process.fixture.ts'
import { type Call, KEY, SmallService } from './broken-servers/service.fixture.ts'
import { paceOf } from './target/pace.ts'
import { targetOf } from './target/target.ts'
import { declareSuite } from './test-runner.ts'

class WithoutBalance extends SmallService {
  override read(call: Call) {
    return call.operation === 'balance' ? this.refuse(404) : super.read(call)
  }
}

/** Declares the suite in `node:test` against its own server: the small service, or one without a balance. */
const Service = process.env.BALANCE === 'gone' ? WithoutBalance : SmallService
const server = await overSocket(new Service(clock))
after(() => server[Symbol.asyncDispose]())
const target = targetOf({ baseUrl: server.baseUrl, apiKey: KEY })
declareSuite(target, { describe, test }, { pace: paceOf(clock) })
