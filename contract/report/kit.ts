import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const TOOL: { readonly name: string; readonly version: string } = (() => {
  const file = fileURLToPath(import.meta.resolve('#package.json'))
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string }
  return { name, version }
})()
