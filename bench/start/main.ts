import { startLines } from '../bounds.ts'
import { stayOnLoadCore } from '../cores.ts'
import { inRunFolder } from '../run-folder.ts'
import { measureStarts, START_ROUNDS } from './start-times.ts'

/** `npm run bench:start`: how soon the built mock answers, next to a bare server. */

stayOnLoadCore()
const starts = await inRunFolder((folder) => measureStarts(folder))
console.log(
  `From the start to the first 200 on /ping, median of ${START_ROUNDS}, Node ${process.versions.node}:`,
)
for (const line of startLines(starts)) console.log(line)
