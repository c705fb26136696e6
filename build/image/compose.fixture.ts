import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../cli/testing/built-package.fixture.ts'

const text = readFileSync(join(ROOT, 'docs', 'compose.yaml'), 'utf8')
const [mock = ''] = /^x-mock:.*?(?=^\w)/ms.exec(text) ?? []
const [, command = '[]'] = /^ {2}command: (\[.*\])$/m.exec(mock) ?? []

/** The example of docs/: its text, what its mocks have in common, and the words that each is started with. */
export const COMPOSE = {
  text,
  mock,
  command: JSON.parse(command.replaceAll("'", '"')) as readonly string[],
}
