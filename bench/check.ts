import { boundLine, boundsOf, startLines } from './bounds.ts'
import { stayOnLoadCore } from './cores.ts'
import { inRunFolder } from './run-folder.ts'
import { mockBesideBare } from './servers/servers.ts'
import { measureStarts } from './start/start-times.ts'
import { measureThroughput } from './throughput/throughput.ts'

/** `npm run bench:check`: the mock next to a bare server. It fails if the mock misses a bound. */

stayOnLoadCore()
await inRunFolder(async (folder, partners) => {
  const starts = await measureStarts(folder)
  const plan = { restarts: 2, rounds: 6, seconds: 0.5, warmUpSeconds: 2 }
  const servers = await measureThroughput(mockBesideBare(partners), plan, { folder, say: console.error })
  for (const line of startLines(starts)) console.log(line)
  const bounds = boundsOf({ servers, starts })
  for (const bound of bounds) console.log(boundLine(bound))
  if (bounds.every(({ isKept }) => isKept)) return
  console.error(
    'Measure again on a quiet machine, then look at what changed in the mock since it kept its bounds.',
  )
  process.exitCode = 1
})
