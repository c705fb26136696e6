import { SERVER_CLAUSES } from '../../contract/reference/server-clauses.ts'
import { OPERATION_IDS } from '../../contract/wire/operations.ts'
import type { BrokenServer, JudgedServer } from './broken-server.ts'
import { CELLS, HEALED_CELLS, KEY_CELLS, type KeyCell, LIKE_KEY_CELLS } from './cells/cells.ts'
import { FAULTS, type FaultId } from './cells/faults.ts'
import { TRIGGERS, type TriggerId } from './cells/triggers.ts'
import { KEYS } from './cells/wrong-keys.ts'
import { ALL_CONFORMING, BROKEN_SERVERS, isFormNamed, OTHER_SERVERS } from './matrix.ts'

const idsOf = <Id extends string>(table: Record<Id, unknown>) => Object.keys(table) as Id[]

/** How a cell is marked: which run sees it. */
function markOf(server: BrokenServer | undefined): string {
  if (server === undefined) return '·'
  const { seenBy } = server.detection
  return seenBy === null ? '○' : seenBy === 'thorough' ? '◐' : '●'
}

function faultTable(): string[] {
  const used = new Set<string>(CELLS.flatMap(({ fault, trigger }) => [fault, trigger]))
  return marksOf(
    idsOf<FaultId>(FAULTS)
      .filter((id) => used.has(id))
      .map((id) => ({ id, name: FAULTS[id].name })),
    idsOf<TriggerId>(TRIGGERS)
      .filter((id) => used.has(id))
      .map((id) => ({ id, name: TRIGGERS[id].name })),
    (fault, trigger) => CELLS.find((cell) => cell.fault === fault && cell.trigger === trigger),
  )
}

function keyTable(cells: readonly KeyCell[]): string[] {
  return marksOf(
    OPERATION_IDS.map((id) => ({ id, name: id })),
    [...new Set(cells.map(({ key }) => key))].map((id) => ({ id, name: KEYS[id].name })),
    (operation, key) => cells.find((cell) => cell.operation === operation && cell.key === key),
  )
}

type Named<Id> = readonly { readonly id: Id; readonly name: string }[]

/** A row for each thing that can be wrong; the numbers of the columns are written vertically, and explained below. */
function marksOf<Row, Column>(
  rows: Named<Row>,
  columns: Named<Column>,
  cellAt: (row: Row, column: Column) => BrokenServer | undefined,
): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 1
  const numbers = columns.map((_, index) => String(index + 1).padStart(2))
  const heads = [0, 1]
    .map((digit) => ['', ...numbers.map((number) => number[digit])])
    .filter((head) => head.some((digit = ' ') => /\d/.test(digit)))
  const marked = rows.map(({ id, name }) => [name, ...columns.map((column) => markOf(cellAt(id, column.id)))])
  const lines = [...heads, ...marked].map(([name = '', ...marks]) =>
    (name.padEnd(width) + marks.map((mark) => ` ${mark}`).join('')).trimEnd(),
  )
  return [...lines, '', ...legendOf(columns.map(({ name }) => name))]
}

/** The names of the columns, three per line. */
function legendOf(names: readonly string[]): string[] {
  const height = Math.ceil(names.length / 3)
  const entries = names.map((name, index) => `${String(index + 1).padStart(2)} ${name}`)
  const width = Math.max(...entries.map(({ length }) => length)) + 3
  return Array.from({ length: height }, (_, line) =>
    [0, 1, 2]
      .map((column) => (entries[column * height + line] ?? '').padEnd(width))
      .join('')
      .trimEnd(),
  )
}

function unseenList(): string[] {
  const unseen = BROKEN_SERVERS.flatMap((server) => {
    const { detection } = server
    return detection.seenBy === null ? [`- ${server.name}: ${detection.why}`] : []
  })
  return unseen.length > 0 ? unseen : ['Nothing: one run or the other sees every server above.']
}

function takenForList(): string[] {
  return BROKEN_SERVERS.flatMap((server) => {
    const { detection } = server
    if (detection.seenBy === null || detection.takenFor === undefined) return []
    return [`- ${server.name}: \`${detection.takenFor}\`, which looks the same as \`${server.breaks}\``]
  })
}

function countsOf(servers: readonly BrokenServer[]): string {
  const seen = servers.map((server) => server.detection.seenBy)
  const count = (run: string | null) => seen.filter((one) => one === run).length
  return `${servers.length}: ${count('default')} seen by default, ${count('thorough')} by --thorough alone, ${count(null)} by none`
}

/** How often the default run names what a server waits for. */
function namedCount(): string {
  const killed = BROKEN_SERVERS.filter((server) => server.detection.seenBy === 'default')
  const waiting = killed.filter(({ form }) => form !== undefined)
  const named = killed.filter(isFormNamed)
  const share = Math.round((100 * named.length) / killed.length)
  return `Of the ${killed.length} broken servers that verify sees, ${waiting.length} wait for a form of a request. It names that form for ${named.length} of them, ${share} % of all.`
}

const listOf = (servers: readonly JudgedServer[]) => servers.map(({ name }) => `- ${name}`)

function clauseCounts(): string[] {
  return Object.keys(SERVER_CLAUSES).map((id) => {
    const count = BROKEN_SERVERS.filter(({ breaks }) => breaks === id).length
    return `| \`${id}\` | ${count} |`
  })
}

/** The page that shows the matrix: what the tests expect of the suite. */
export function serverMatrixPage(): string {
  return `# The kill matrix

The suite against ${BROKEN_SERVERS.length} servers that are each broken in one way, and ${ALL_CONFORMING.length} that keep the contract in another way than
the mock. A broken server is caught by the clause that it breaks, and by no other; a conforming one is blamed for nothing.

Made by \`npm run matrix -- --write\`, which judges every server by both runs of the suite. \`npm test\` judges each fault
once, and a twelfth of the others, by the run that sees them; \`npm run test:full\` judges all.

## Faults that wait for a condition

${countsOf(CELLS)}.

\`\`\`
${faultTable().join('\n')}

● seen by verify   ◐ seen by verify --thorough   ○ not seen   · makes no sense, or breaks nothing
\`\`\`

${namedCount()}
It does so only after the same request, twice plainly and twice in that form, has confirmed it. The rest would take more
purchases than the limit allows.

## Served with a wrong key

${countsOf(KEY_CELLS)}. The keys: none is sent; the header is empty; the key is malformed; it is well formed, and
nobody's; it is another partner's whose allowlist leaves the caller out (\`ip-allowlist\`; all others \`key-required\`); it is
another partner's, and what it is served is this partner's.

\`\`\`
${keyTable(KEY_CELLS).join('\n')}
\`\`\`

## Served with a key that is nearly the right one

${countsOf(LIKE_KEY_CELLS)}. A default run sends twelve altered keys, two with each operation, since a service may lock out a
caller that sends many.

\`\`\`
${keyTable(LIKE_KEY_CELLS).join('\n')}
\`\`\`

## What no run sees

Of these servers. [Which conditions no run makes](verify.md#what-no-run-sees) is a longer list.

${unseenList().join('\n')}

## What the default run takes for something else

It sees less of these than the thorough run does, which blames the clause that they break.

${takenForList().join('\n')}

## Broken at all times

${countsOf(OTHER_SERVERS)}.

| server | breaks |
|---|---|
${OTHER_SERVERS.map(({ name, breaks }) => `| ${name} | \`${breaks}\` |`).join('\n')}

## Healed by one more try

One answer that says nothing breaks nothing: the same request is sent once more (§ 4.3), and answered rightly.

${listOf(HEALED_CELLS).join('\n')}

## Conforming, and blamed for nothing

${listOf(ALL_CONFORMING.filter((server) => !HEALED_CELLS.includes(server))).join('\n')}

## Broken servers by clause

| clause | servers |
|---|---|
${clauseCounts().join('\n')}
`
}
