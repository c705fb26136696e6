import { legible } from '../../contract/text/harmless.ts'

/** Lines that say where an error was, not what it was. */
const NOISE = [
  /^\s*at /,
  /^\s*File ".*", line \d+/,
  /^\s*\.\.\. \d+ more/,
  /^\s*[\^~]+\s*$/,
  /^\s*[\])}]*[;,]?\s*$/,
  /^Node\.js v\d/,
  /^\s+(?:errno|code|syscall|address|port|hostname|library|reason): /,
  /^goroutine \d+/,
  /^\s*from .*:\d+:in /,
  /^(?:During handling of the above|The above) exception/,
]

/** A line that names an error, in the way of the languages that clients are written in. */
const ERROR =
  /(?:^|[\s[(])[\w.$:\\]*(?:Error|Exception)(?: \[\w+\])?(?::|\]?$)|^[a-z_]\w*(?:\.\w+)*\.[A-Z]\w+: |\bpanic: |\bfatal\b|^\s*(?:[\w./-]+: )?error\b/i

/** How Node begins the line of an error that another one wraps. */
const NODE_CAUSE = /^(?:\[cause\]: )?\[?(?=\w*Error\b)/

const LONGEST = 200

/**
 * The last error in what a program wrote, as one line without the stack below it; its last line where none looks like
 * an error, and null where it wrote nothing.
 *
 * @example
 * errorLine('file:///c.mjs:3\n  throw new Error()\n        ^\n\nError: ping failed: 401\n    at c.mjs:3:9\n\nNode.js v24.0.0')
 * // 'Error: ping failed: 401'
 */
export function errorLine(written: string): string | null {
  const lines = written.split(/\r\n|\r|\n/).filter((line) => !NOISE.some((noise) => noise.test(line)))
  const line = (lines.findLast((one) => ERROR.test(one)) ?? lines.at(-1))?.trim().replace(NODE_CAUSE, '')
  if (line === undefined) return null
  return legible(line.length > LONGEST ? `${line.slice(0, LONGEST - 1).toWellFormed()}…` : line)
}
