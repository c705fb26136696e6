/** A table of marks as lines of text: a row for each thing that can be wrong, numbered columns. */
export function tableOf(
  rows: readonly { readonly name: string; readonly marks: readonly string[] }[],
): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 1
  const columns = rows[0]?.marks.map((_, index) => String(index + 1).padStart(3)).join('') ?? ''
  const lines = rows.map(
    ({ name, marks }) => name.padEnd(width) + marks.map((mark) => mark.padStart(3)).join(''),
  )
  return [' '.repeat(width) + columns, ...lines]
}

/** The names of the columns, three in a line. */
export function legendOf(names: readonly string[]): string[] {
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
