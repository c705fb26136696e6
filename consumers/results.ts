/** How one run of a project ended. */
export type Result = {
  readonly name: string
  /** What distinguishes it from other runs of the project. */
  readonly variant: string
  readonly milliseconds: number
  readonly verdict: 'passed' | 'failed' | 'not run'
  /** What a failed one has printed; why one was not run. */
  readonly detail: string
}

const MARKS: Readonly<Record<Result['verdict'], string>> = { passed: '✓', failed: '✗', 'not run': '–' }

/** The line of one run. */
export function lineOf({ name, variant, milliseconds, verdict, detail }: Result): string {
  const seconds = (milliseconds / 1000).toFixed(1).padStart(6)
  const said = verdict === 'not run' ? `not run: ${detail}` : [verdict, ...measuredIn(detail)].join(': ')
  return `${MARKS[verdict]} ${name.padEnd(15)} ${variant.padEnd(24)} ${seconds} s  ${said}`
}

/** What a project has measured: the rest of a line of its output that begins with `measured: `. */
function measuredIn(output: string): string[] {
  return /^measured: (?<what>.*)$/m.exec(output)?.slice(1) ?? []
}

/** What follows the lines: what failed ones have printed, and the count of each verdict. */
export function closingOf(results: readonly Result[]): string {
  const failed = results.filter(({ verdict }) => verdict === 'failed')
  const outputs = failed.map(
    ({ name, variant, detail }) => `\n${`── ${name} ${variant}`.trim()}\n${readable(detail)}\n`,
  )
  const counts = Object.keys(MARKS).flatMap((verdict) => {
    const count = results.filter((result) => result.verdict === verdict).length
    return count === 0 ? [] : [`${count} ${verdict}`]
  })
  return `${outputs.join('')}\n${counts.join(', ')}\n`
}

/** A line of a bundle may have thousands of characters, and Node prints the one that threw. */
const MOST_CHARACTERS = 300

function readable(output: string): string {
  const lines = output.trim().split('\n')
  return lines
    .map((line) => (line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line))
    .join('\n')
}

/** 0 where every run passed, 1 where one failed, 4 where one was not run: the same as the kit's own. */
export function exitCodeOf(results: readonly Result[]): number {
  const verdicts = new Set(results.map(({ verdict }) => verdict))
  if (verdicts.has('failed')) return 1
  return verdicts.has('not run') || verdicts.size === 0 ? 4 : 0
}
