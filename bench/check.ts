import { LIMIT_AND_MOCK } from './contestants.ts'
import { startLoad } from './load-process.ts'
import { missedBounds } from './missed-bounds.ts'
import { OPERATIONS } from './operations.ts'
import { stayWithTheLoad } from './pinning.ts'
import { makeScratch } from './scratch.ts'
import { measureThroughput } from './throughput.ts'

/** `npm run bench:check`: the mock beside the bare server, in short rounds. It fails where the mock falls far behind. */

stayWithTheLoad()
const scratch = makeScratch()
const load = startLoad()
try {
  const plan = {
    contestants: LIMIT_AND_MOCK,
    operations: OPERATIONS.filter(({ target }) => target !== null),
    rounds: 3,
    connections: 32,
    settleSeconds: 1,
    warmUpSeconds: 0.3,
    seconds: 0.3,
  }
  const servers = await measureThroughput(plan, { scratch, load, say: () => {} })
  const { lines, missed } = missedBounds(servers)
  for (const line of lines) console.log(line)
  for (const sentence of missed) console.error(sentence)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  await load.stop()
  scratch.remove()
}
