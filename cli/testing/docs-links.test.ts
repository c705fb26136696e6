import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { expect, test } from 'vitest'
import { CATALOGUE } from '../../fixtures/catalogue.ts'
import { MANIFEST, ROOT } from './built-package.fixture.ts'

const PAGES = globSync(['*.md', '.github/*.md', '{docs,examples}/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})
const LINK = /\]\(([^)\s]+)\)/g

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
}

function anchorsIn(page: string): string[] {
  const headings = read(page).matchAll(/^#+ (.*)$/gm)
  return Array.from(headings, ([, heading = '']) => anchorOf(heading))
}

/** The files of this checkout that the links of a page lead to, each with its anchor. */
function linksOf(page: string): { target: string; file: string; anchor: string | undefined }[] {
  const targets = Array.from(read(page).matchAll(LINK), ([, target = '']) => target)
  return targets
    .filter((target) => !target.includes('://'))
    .map((target) => {
      const [path = '', anchor] = target.split('#')
      return { target, file: path === '' ? page : join(dirname(page), path), anchor }
    })
}

test.each(PAGES)('%s links to files and headings that are there', (page) => {
  const dead = linksOf(page).filter(({ file, anchor }) => {
    if (!existsSync(join(ROOT, file))) return true
    return anchor !== undefined && file.endsWith('.md') && !anchorsIn(file).includes(anchor)
  })
  expect(dead).toEqual([])
})

/** npm packs these whatever the manifest says. */
const ALWAYS_PACKED = ['README.md', 'LICENSE', 'package.json']
const PACKED = [...ALWAYS_PACKED, ...MANIFEST.files.filter((entry) => !entry.startsWith('!'))]
const LEFT_OUT = MANIFEST.files.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1))

function isPacked(file: string): boolean {
  const isListed = PACKED.some((entry) => !relative(entry, file).startsWith('..'))
  return isListed && !LEFT_OUT.some((entry) => matchesGlob(file, entry) || matchesGlob(file, `${entry}/**`))
}

test.each(PAGES.filter(isPacked))('%s of the package links to files of the package alone', (page) => {
  expect(linksOf(page).filter(({ file }) => !isPacked(file))).toEqual([])
})

/** A SKU that is bought, listed or priced, in code, JSON, a shell or a path. */
const SKU = /(?:\bsku"?: ?["']|SERVICE_SKU=|--sku |\/products\/)(?<sku>[A-Z0-9]+(?:-[A-Z0-9]+)*)\b/g

test.each(PAGES.filter((page) => !page.startsWith('docs/decisions')))(
  '%s buys cards that a mock has',
  (page) => {
    const known = CATALOGUE.map(({ sku }) => sku)
    // A scenario that the page makes up.
    const own = Array.from(read(page).matchAll(/\bsku"?: ["']([^"']+)["'],\s+"?name"?:/g), ([, sku]) => sku)
    const bought = Array.from(read(page).matchAll(SKU), ({ groups }) => groups?.sku)
    expect(bought.filter((sku) => ![...known, ...own, 'SKU'].includes(sku))).toEqual([])
  },
)
