import { escapeMarkup } from '../../reporting/markup/markup.ts'
/** Bars that belong together, under a name. */
export type BarGroup = {
  readonly name: string
  readonly bars: readonly {
    readonly name: string
    readonly value: number
    readonly label: string
    readonly isOurs: boolean
  }[]
}

const WIDTH = 780
const LEFT = 190
const RIGHT = 90
const BAR = 16
const ROW = BAR + 4
const GROUP_HEAD = 32

/** In the colours of the reader's scheme, light or dark. */
const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #24292f }
    .head { font-weight: 600 }
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
  const largest = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ value }) => value)))
  const lines: string[] = [`<text class="head" x="8" y="20">${escapeMarkup(title)}</text>`]
  let y = 24
  for (const { name, bars } of groups) {
    lines.push(`<text class="head" x="${LEFT}" y="${y + 22}">${escapeMarkup(name)}</text>`)
    y += GROUP_HEAD
    for (const { name: of, value, label, isOurs } of bars) {
      const width = Math.round((value / largest) * (WIDTH - LEFT - RIGHT))
      const baseline = y + BAR - 4
      lines.push(
        `<text class="name" x="${LEFT - 8}" y="${baseline}">${escapeMarkup(of)}</text>`,
        `<rect class="${isOurs ? 'bar ours' : 'bar'}" x="${LEFT}" y="${y}" width="${width}" height="${BAR}"/>`,
        `<text x="${LEFT + width + 6}" y="${baseline}">${escapeMarkup(label)}</text>`,
      )
      y += ROW
    }
  }
  const height = y + 10
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
  <title id="title">${escapeMarkup(title)}</title>
  <style>${STYLE}</style>
  ${lines.join('\n  ')}
</svg>
`
}
