/** The places of a JSON document with their types, one per line. The content of headers is omitted. */
export function shapeOf(document: unknown): string {
  const lines = new Set<string>()
  const walk = (value: unknown, place: string): void => {
    lines.add(`${place} ${typeOf(value)}`)
    if (typeof value !== 'object' || value === null || place.endsWith('/headers')) return
    for (const [name, child] of Object.entries(value))
      walk(child, `${place}/${Array.isArray(value) ? '*' : name}`)
  }
  walk(document, '')
  return `${[...lines].sort().join('\n')}\n`
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
