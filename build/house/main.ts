import { parseArgs } from 'node:util'
import { lineOf, longestChain, measuresOf, onlyUsedBeside } from './measures.ts'
import { readSourceFiles } from './source-files.ts'

/** `npm run house`: how big the house is, and how big it is to be. `-- --list` names the files behind some rows. */

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
const files = readSourceFiles()
for (const measure of measuresOf(files)) console.log(lineOf(measure))
if (values.list) {
  const sources = files.filter(({ isTest, path }) => !isTest && !path.startsWith('examples/'))
  const short = sources.filter(({ lines }) => lines < 25).map(({ path, lines }) => `${path} ${lines}`)
  const lists = {
    'Under 25 lines': short,
    'One importer': onlyUsedBeside(sources),
    Chain: longestChain(sources),
  }
  for (const [title, paths] of Object.entries(lists)) console.log(`\n${title}\n  ${paths.join('\n  ')}`)
}
