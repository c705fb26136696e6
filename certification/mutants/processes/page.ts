/** What the page of the clients shows: the table of mistakes and triggers, and the matrix of the clients in examples/. */
export type MatrixBlocks = { readonly table: string; readonly examples: string }

const FENCE = '```'

/** The blocks of a page that was written before: empty where it has none. */
export function blocksOf(page: string): MatrixBlocks {
  const blocks = page.split(new RegExp(`^${FENCE}\\n?`, 'm')).filter((_, index) => index % 2 === 1)
  const [table = '', examples = ''] = blocks.map((block) => block.trimEnd())
  return { table, examples }
}

/** The page that shows both. */
export function matrixPage({ table, examples }: MatrixBlocks): string {
  return [
    '# The matrix of clients',
    '',
    'What certification says of clients whose verdict is known. All of it is made by `npm run matrix:clients -- --write`.',
    '',
    '## Mistakes and triggers',
    '',
    'A client in this process, which decides everything that a client of the API decides',
    '([`certification/mutants`](../certification/mutants)), makes one mistake (row) when one trigger is there (column), and',
    'does the right thing otherwise. It goes through every scenario. The letter in a cell is the clause that it is blamed for,',
    'those at the end of a line are clauses that the mistake breaks as well, and no other clause may be blamed. Where no clause',
    'forbids it, a remark is made (*), or no journal can tell it from the right thing (–): why is said at the end. An empty cell',
    'makes no sense. What the numbers and the letters mean stands below.',
    '',
    'Then come clients that do the right thing in different ways: each must keep every clause in every scenario (·). Those at',
    "the end answer a gap in another way than the profile: they are blamed for nothing, and what follows can't be seen (○).",
    '',
    'The tests judge each cell. `npm run matrix:clients -- --only TEXT` judges those with a text in their name.',
    '',
    FENCE,
    table,
    FENCE,
    '',
    '## The clients in `examples/`',
    '',
    'Processes, in several languages, over real sockets ([`examples/`](../examples)): those that do the right thing in every',
    'scenario, those with a mistake in the scenarios that show it. A good one must be certified; a broken one must be blamed',
    'for the clauses at the end of its line, and for no other. What its few scenarios do not show is not observed.',
    '',
    FENCE,
    examples,
    FENCE,
    '',
  ].join('\n')
}
