import { legible } from '../../contract/text/harmless.ts'
import type { Language } from '../lessons/code/snippets.ts'
import type { Trial } from '../trial.ts'

/** Where a client's own code was when something failed, as its stack trace or its log says. */
export type ClientTrace = {
  readonly language: Language
  /** The file as it was written there, and the line. */
  readonly at: string
  /** The line of its own that called this one, as `at` is written; null where there is none. */
  readonly from: string | null
  /** What is on that line; null where it was not written. */
  readonly source: string | null
  /** The first cause, as one line; null where none was written. */
  readonly error: string | null
}

type FrameStyle = {
  readonly language: Language
  /** With the groups `file` and `line`; and `of`, where something else than the file tells whose code it is. */
  readonly frame: RegExp
  /** What is code of the language or of a library. */
  readonly foreign: RegExp
  /** Whether the innermost call is the last line of a trace, and its error after it. Default: the first. */
  readonly isLastInnermost?: true
}

const STYLES: readonly FrameStyle[] = [
  {
    language: 'python',
    frame: /^\s*File "(?<file>[^"]+)", line (?<line>\d+)/,
    foreign: /^<|[\\/]lib[\\/]python\d|[\\/]Lib[\\/]|(?:site|dist)-packages/,
    isLastInnermost: true,
  },
  {
    language: 'java',
    frame: /^\s*at (?<of>[\w.$/<>@-]+)\((?<file>\w+\.(?:java|kt|scala|groovy)):(?<line>\d+)\)/,
    foreign:
      /\/|^(?:javax?|jdk|sun|com\.sun|kotlinx?|scala|groovy|okhttp3|retrofit2|reactor|io\.netty|com\.(?:fasterxml|google)|org\.(?:apache|springframework|eclipse))\./,
  },
  {
    language: 'javascript',
    frame:
      /^\s*at (?:.*\(|async )?(?:file:\/\/)?(?<file>[^()]+\.[cm]?[jt]sx?|node:[\w/-]+):(?<line>\d+):\d+\)?,?(?: \{)?$/,
    foreign: /node_modules|node:/,
  },
  {
    language: 'csharp',
    frame: /^\s*at .+ in (?<file>.+):line (?<line>\d+)$/,
    foreign: /^\/_\//,
  },
  {
    language: 'php',
    frame: /(?: in |^#\d+ )(?<file>\S+\.php)(?: on line |:|\()(?<line>\d+)/,
    foreign: /\/vendor\//,
  },
  {
    language: 'go',
    frame: /(?:^|\s)(?<file>\S+\.go):(?<line>\d+)/,
    foreign: /\/(?:usr\/(?:local|lib)|libexec|sdk|pkg\/mod)\/|\/go\d?[\d.]*\/src\//,
  },
  {
    language: 'ruby',
    frame: /^(?:\s*\d*:?\s*from )?(?<file>\S+\.rb):(?<line>\d+):in /,
    foreign: /\/gems\/|\/lib\/ruby\/|<internal:/,
  },
  {
    language: 'rust',
    frame: /(?:panicked at (?:'.*', )?|^\s+at )(?<file>\S+\.rs):(?<line>\d+)/,
    foreign: /\/rustc\/|[\\/]\.cargo[\\/]/,
  },
]

/** The traces before and after such a line are of one failure; Python writes its first cause first, others last. */
const CAUSED_LATER = /^(?:During handling of the above exception|The above exception was the direct cause)/
const CAUSED_EARLIER = /^\s*(?:Caused by: |\[cause\]: )/

/** Lines within a trace that are no frame of a file. */
const WITHIN = /^\s*(?:at |from |#\d+ |\d+: |\.\.\. \d+ more|--- End of |Stack trace:)|^\S+\(.*\)$|^\s*$/

/** How languages announce the error of a trace. */
const ANNOUNCED =
  /^(?:Caused by: |---> |Exception in thread "[^"]*" |Unhandled exception\. |(?:PHP )?Fatal error: +(?:Uncaught )?)/

/** No frame is longer, and a client may write one line without an end. */
const LONGEST_LINE = 1000

type Frame = Pick<ClientTrace, 'language' | 'at'> & {
  readonly index: number
  readonly isOwn: boolean
  readonly isLastInnermost: boolean
}
type Trace = { readonly frames: Frame[]; readonly afterLine: number; firstCause: 'this' | 'before' | 'alone' }

/**
 * The line of a client's own code that its last failure comes from: the innermost call that is no library's, of the
 * first cause that has one. Null where what it wrote names none.
 */
export function clientTrace(written: string): ClientTrace | null {
  const lines = written.split(/\r\n|\r|\n/).map((line) => line.slice(0, LONGEST_LINE))
  const traces = tracesIn(lines)
  const start = traces.findLastIndex(({ firstCause }) => firstCause === 'alone')
  const chain = traces.slice(start)
  const byCause = chain.some(({ firstCause }) => firstCause === 'this') ? chain.toReversed() : chain
  const own = byCause.find(({ frames }) => frames.some(({ isOwn }) => isOwn))
  const [deepest] = byCause
  if (own === undefined || deepest === undefined) return null
  const [found, caller] = innermostOf(own)
  if (found === undefined) return null
  // The cause of an error of Python's libraries is their own affair; that of others is more exact than what it caused.
  const error = errorOf(found.isLastInnermost ? own : deepest, lines)?.replace(ANNOUNCED, '') ?? null
  const from = caller === undefined || caller.at === found.at ? null : caller.at
  return { language: found.language, at: found.at, from, source: sourceOf(found, lines), error }
}

/** The traces in some lines, each with whether it is the first cause of the one before it, or that one of it. */
function tracesIn(lines: readonly string[]): readonly Trace[] {
  const traces: Trace[] = []
  let firstCause: Trace['firstCause'] = 'alone'
  let isWithin = false
  let lastSeen = -1
  for (const [index, line] of lines.entries()) {
    const frame = frameIn(line, index)
    if (CAUSED_LATER.test(line)) firstCause = 'before'
    if (CAUSED_EARLIER.test(line)) firstCause = 'this'
    if (frame === undefined) {
      isWithin &&=
        WITHIN.test(line) || (traces.at(-1)?.frames.at(-1)?.isLastInnermost === true && /^\s/.test(line))
      continue
    }
    const open = isWithin ? traces.at(-1) : undefined
    if (open === undefined) traces.push({ frames: [frame], afterLine: lastSeen, firstCause })
    else open.frames.push(frame)
    firstCause = 'alone'
    isWithin = true
    lastSeen = index
  }
  return traces
}

function frameIn(line: string, index: number): Frame | undefined {
  for (const { language, frame, foreign, isLastInnermost = false } of STYLES) {
    const { file, line: number, of } = frame.exec(line)?.groups ?? {}
    if (file === undefined) continue
    return { language, at: `${file}:${number}`, index, isOwn: !foreign.test(of ?? file), isLastInnermost }
  }
  return undefined
}

/** The client's own calls in a trace, the innermost one first. */
function innermostOf({ frames }: Trace): readonly Frame[] {
  const own = frames.filter(({ isOwn }) => isOwn)
  return frames[0]?.isLastInnermost ? own.toReversed() : own
}

/** Python has its error below its trace, Rust below where it was; others above. */
function errorOf({ frames, afterLine }: Trace, lines: readonly string[]): string | null {
  const [first, last] = [frames[0], frames.at(-1)]
  if (first === undefined || last === undefined) return null
  if (first.isLastInnermost) {
    const below = lines.slice(last.index + 1).find((line) => /^\S/.test(line))
    return below === undefined ? null : errorLine(below)
  }
  if (first.language === 'rust') return errorLine(lines[first.index + 1] ?? '')
  const above = lines.slice(afterLine + 1, first.index)
  return errorLine(
    [...above, ...(/^\s/.test(lines[first.index] ?? '') ? [] : [lines[first.index]])].join('\n'),
  )
}

const LONGEST_SOURCE = 120

/** Python writes the line below its frame, and Node above its error. */
function sourceOf({ index, at, isLastInnermost }: Frame, lines: readonly string[]): string | null {
  const above = lines.findIndex((line) => line.endsWith(at))
  const source = isLastInnermost
    ? lines[index + 1]
    : above < 0 || above === index
      ? undefined
      : lines[above + 1]
  if (source === undefined || !/^\s+[^\s^~]/.test(`${isLastInnermost ? '' : ' '}${source}`)) return null
  if (frameIn(source, 0) !== undefined) return null
  return legible(source.trim().slice(0, LONGEST_SOURCE).toWellFormed())
}

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
 */
export function errorLine(written: string): string | null {
  const lines = written.split(/\r\n|\r|\n/).filter((line) => !NOISE.some((noise) => noise.test(line)))
  const line = (lines.findLast((one) => ERROR.test(one)) ?? lines.at(-1))?.trim().replace(NODE_CAUSE, '')
  if (line === undefined) return null
  return legible(line.length > LONGEST ? `${line.slice(0, LONGEST - 1).toWellFormed()}…` : line)
}

/** The line that a client's own trace ends at, from its errors or else from what it printed. */
export function traceOf({ output }: Trial): ClientTrace | null {
  return clientTrace(output?.stderr.text ?? '') ?? clientTrace(output?.stdout.text ?? '')
}

export function lineWords({ at, from, source, error }: ClientTrace): string {
  const called = from === null ? '' : `, called at ${from.split(/[\\/]/).at(-1)}`
  return `${at}${called}${source === null ? '' : `: ${source}`}${error === null ? '' : ` (${error})`}`
}
