// node examples/broken/run.mjs NAME: the client of that name, whose one mistake variations.mjs describes.

import { CORRECT } from './behaviour.mjs'
import { runClient } from './client.mjs'
import { VARIATIONS } from './variations.mjs'

const [name] = process.argv.slice(2)
const variation = VARIATIONS.find((each) => each.name === name)

if (variation === undefined && name !== 'none') {
  console.error(
    ['Name a broken client; none is the correct one:', ...VARIATIONS.map((each) => each.name)].join('\n  '),
  )
  process.exitCode = 2
} else {
  process.exitCode = await runClient({ ...CORRECT, ...variation?.behaviour }, process.env)
}
