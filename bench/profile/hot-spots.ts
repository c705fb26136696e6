/** A CPU profile as V8 writes it, as far as it is read here. */
export type CpuProfile = {
  readonly nodes: readonly ProfileNode[]
  /** Node ids, one for each time that V8 looked. */
  readonly samples: readonly number[]
}

type ProfileNode = {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** A function, and its share of the time in which the process was not idle. */
export type HotSpot = {
  readonly place: string
  /** In itself. */
  readonly self: number
  /** With all that it called. */
  readonly total: number
}

/** The functions of a profile, dearest first by what they and all that they called have taken. */
export function hotSpots({ nodes, samples }: CpuProfile): HotSpot[] {
  const placeOf = new Map(nodes.map((node) => [node.id, placeName(node)]))
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const counts = new Map<number, number>()
  for (const id of samples) counts.set(id, (counts.get(id) ?? 0) + 1)
  const busy = [...counts].filter(([id]) => placeOf.get(id) !== '(idle)')
  const all = busy.reduce((sum, [, count]) => sum + count, 0)
  const found = new Map<string, { self: number; total: number }>()
  for (const [id, count] of busy) {
    const stack = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parentOf.get(at)) {
      stack.add(placeOf.get(at) ?? '')
    }
    // A function that calls itself is on the stack once: its time counts once.
    for (const place of stack) {
      const spot = found.get(place) ?? { self: 0, total: 0 }
      spot.total += count / all
      if (place === placeOf.get(id)) spot.self += count / all
      found.set(place, spot)
    }
  }
  const spots = Array.from(found, ([place, shares]) => ({ place, ...shares }))
  return spots.sort((one, other) => other.total - one.total)
}

function placeName({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName || '(anonymous)'
  if (url === '') return name
  const [, dependency] = url.split('/node_modules/')
  const file =
    dependency ??
    url
      .replace(/^file:\/\//, '')
      .split('/')
      .slice(-2)
      .join('/')
  return `${name} ${file}:${lineNumber + 1}`
}

/** The same time by where it was spent, dearest first: a file of ours, a package, a part of Node. */
export function sharesByFile(spots: readonly HotSpot[]): { readonly file: string; readonly self: number }[] {
  const shares = new Map<string, number>()
  for (const { place, self } of spots) {
    const file = fileOf(place)
    shares.set(file, (shares.get(file) ?? 0) + self)
  }
  const found = Array.from(shares, ([file, self]) => ({ file, self }))
  return found.sort((one, other) => other.self - one.self)
}

/** Of a place with a line, its file; of a package, its name; of what has neither, its own. */
function fileOf(place: string): string {
  const file = / (\S+):\d+$/.exec(place)?.[1] ?? place
  const packageName = /^(?:@[^/]+\/)?[^/]+(?=\/dist\/)/.exec(file)?.[0]
  return packageName ?? file
}
