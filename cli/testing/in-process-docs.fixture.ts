import { readFileSync } from 'node:fs'

const DOCUMENT = ['in-process.md', 'in-tests.md']
  .map((page) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8'))
  .join('\n')

/** An example of docs/in-process.md or docs/in-tests.md, and its output as its comment shows it. */
export type Example = { readonly code: string; readonly prints: string | undefined }

/** The examples below a heading of those pages, in their order. */
export function examplesBelow(heading: string): Example[] {
  const [, below = ''] = DOCUMENT.split(`\n## ${heading}\n`)
  const section = below.split('\n## ')[0] ?? ''
  return Array.from(section.matchAll(/```ts\n(.*?)```/gs), ([, code = '']) => ({
    code,
    prints: /console\.log\(.*\) \/\/ (.*)\n/.exec(code)?.[1],
  }))
}

/** The one example below a heading. */
export function exampleBelow(heading: string): Example {
  const [example, ...others] = examplesBelow(heading)
  if (example === undefined || others.length > 0)
    throw new Error(`There is not one example below ${heading}.`)
  return example
}
