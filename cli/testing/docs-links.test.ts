import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGES = globSync(['*.md', '{docs,decisions,examples}/**/*.md'], { cwd: ROOT })
const LINK = /\]\(([^)\s]+)\)/g

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsIn(page: string): string[] {
  const headings = readFileSync(join(ROOT, page), 'utf8').matchAll(/^#+ (.*)$/gm)
  return Array.from(headings, ([, heading = '']) => anchorOf(heading))
}

test.each(PAGES)('%s links to files and headings that are there', (page) => {
  const targets = Array.from(
    readFileSync(join(ROOT, page), 'utf8').matchAll(LINK),
    ([, target = '']) => target,
  )
  const dead = targets.filter((target) => {
    if (target.includes('://')) return false
    const [path = '', anchor] = target.split('#')
    const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path))
    if (!existsSync(join(ROOT, file))) return true
    return anchor !== undefined && file.endsWith('.md') && !anchorsIn(file).includes(anchor)
  })
  expect(dead).toEqual([])
})
