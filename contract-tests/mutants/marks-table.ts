/** A table of marks as lines of text: a row for each thing that can be wrong; the columns' numbers are written vertically. */
export function tableOf(
  rows: readonly { readonly name: string; readonly marks: readonly string[] }[],
): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 1
  const numbers = rows[0]?.marks.map((_, index) => String(index + 1).padStart(2)) ?? []
  const heads = [0, 1]
    .map((digit) => ['', ...numbers.map((number) => number[digit])])
    .filter((head) => head.some((digit = ' ') => /\d/.test(digit)))
  return [...heads, ...rows.map(({ name, marks }) => [name, ...marks])].map(([name = '', ...marks]) =>
    (name.padEnd(width) + marks.map((mark) => ` ${mark}`).join('')).trimEnd(),
  )
}

/** The names of the columns, three per line. */
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
