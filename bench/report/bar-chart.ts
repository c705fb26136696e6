/** Bars that belong together, under a name. */
export type BarGroup = { readonly name: string; readonly bars: readonly Bar[] }

/** A bar; null where there is nothing to show, and why. */
export type Bar = {
  readonly name: string
  readonly value: number | null
  readonly label: string
  readonly isOurs: boolean
}

const WIDTH = 780
const LEFT = 150
const RIGHT = 90
const BAR = 16
const GAP = 4
const GROUP_HEAD = 30

/** Readable on light and dark paper: the colours are those of the reader's scheme. */
const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #24292f }
    .title { font-size: 14px; font-weight: 600 }
    .group { font-weight: 600 }
    .name { text-anchor: end }
    .bar { fill: #8c959f }
    .ours { fill: #0969da }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .bar { fill: #6e7681 }
      .ours { fill: #58a6ff }
    }
  `

/** Horizontal bars in groups, all on one scale from zero, as an SVG document without a script. */
export function barChart(title: string, groups: readonly BarGroup[]): string {
  const largest = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ value }) => value ?? 0)))
  let y = 34
  const parts = groups.map(({ name, bars }) => {
    const head = `<text class="group" x="${LEFT}" y="${y + 14}">${escaped(name)}</text>`
    y += GROUP_HEAD - 8
    const drawn = bars.map((bar) => {
      const row = drawBar(bar, y, largest)
      y += BAR + GAP
      return row
    })
    y += 10
    return [head, ...drawn].join('\n  ')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-labelledby="title">
  <title id="title">${escaped(title)}</title>
  <style>${STYLE}</style>
  <text class="title" x="8" y="20">${escaped(title)}</text>
  ${parts.join('\n  ')}
</svg>
`
}

function drawBar({ name, value, label, isOurs }: Bar, y: number, largest: number): string {
  const width = Math.round(((value ?? 0) / largest) * (WIDTH - LEFT - RIGHT) * 10) / 10
  const baseline = y + BAR - 4
  const kind = isOurs ? 'bar ours' : 'bar'
  return [
    `<text class="name" x="${LEFT - 8}" y="${baseline}">${escaped(name)}</text>`,
    `<rect class="${kind}" x="${LEFT}" y="${y}" width="${width}" height="${BAR}"/>`,
    `<text x="${LEFT + width + 6}" y="${baseline}">${escaped(label)}</text>`,
  ].join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
