import type { Profile } from '../../contract/profile/profile.ts'
import { TOOL } from '../../contract/report/kit.ts'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { EVERY_ADDRESS } from '../../mock-server/http/listen.ts'
import { type Paint, printable } from '../terminal/terminal.ts'
import type { MockSettings } from './settings.ts'

const KEY = 'pk_test_me'
const LABEL_WIDTH = 12
const SKU_WIDTH = 30
const MOST_COLUMNS = 80

/** One card of each kind: a terminal of 24 lines has no room for all of them. */
const EXAMPLES = [
  'SCENARIO-AT-ONCE',
  'SCENARIO-PROCESSING',
  'SCENARIO-LOST-AFTER',
  'SCENARIO-UNAVAILABLE',
  'SCENARIO-TOO-DEAR',
]
const MOST_OWN = 3

type Shown = {
  readonly url: string
  readonly host: string
  readonly page: string
  readonly speed: number
  /** The shell command that lists all scenarios. */
  readonly listScenarios: string
  readonly paint: Paint
}

/** At most 23 lines: one that says `ready` follows. What is needed next stands last. */
export function banner(
  settings: MockSettings,
  { url, host, page, speed, listScenarios, paint }: Shown,
): string {
  const { profile, profileSource, scenarios, unknownKeys } = settings
  const title = (text: string) => paint('bold', text)
  const fact = (label: string, text: string) =>
    `  ${title(label.padEnd(LABEL_WIDTH))}${printable(text, MOST_COLUMNS - LABEL_WIDTH - 2)}`
  const key = unknownKeys === 'accept' ? KEY : 'pk_test_…'
  return [
    `${title('Partner Purchase mock')} ${TOOL.version}, TEST mode`,
    '',
    fact('Profile', `${profileSource} (orders end ${endingsOf(profile)})`),
    ...(host in EVERY_ADDRESS ? [fact('Listens on', `${host}, every address of this machine`)] : []),
    ...(speed === 1 ? [] : [fact('Time', `runs ${speed} times as fast`)]),
    '',
    `  ${title('Buy this SKU'.padEnd(SKU_WIDTH))}${title('to see this happen')}`,
    ...cardRows(settings),
    paint('dim', `  All ${scenarios.length} scenarios: ${listScenarios}`),
    '',
    ...curl(url, profile, key),
    '',
    paint('dim', `  Each pk_test_ key is a partner of its own. Ctrl-C stops the mock.`),
    `page  ${page}`,
    `key   ${keyWords(settings)}`,
  ].join('\n')
}

function endingsOf({ states }: Profile): string {
  return [states.success[0], states.failure[0]].filter((state) => state !== undefined).join(' or ')
}

/** Scenarios of a file first, then examples of the built-in ones, then ordinary cards. */
function cardRows({ catalogue, scenarios, profile: { money } }: MockSettings): string[] {
  const builtIn = new Set<string>(SCENARIOS.map(({ sku }) => sku))
  const own = scenarios.filter(({ sku }) => !builtIn.has(sku)).slice(0, MOST_OWN)
  const examples = scenarios
    .filter(({ sku }) => EXAMPLES.includes(sku))
    .slice(0, EXAMPLES.length - own.length)
  const scripted = new Set(scenarios.map(({ sku }) => sku))
  const [first, ...others] = catalogue.filter(({ sku }) => !scripted.has(sku))
  return [
    ...[...own, ...examples].map(({ sku, name }) => cardRow(sku, name)),
    ...(first === undefined
      ? []
      : [
          cardRow(
            first.sku,
            `settles at once (${moneyWords(first.price, money)}); so do ${others.length} others`,
          ),
        ]),
  ]
}

function cardRow(sku: string, name: string): string {
  const cell = `  ${printable(sku)} `.padEnd(SKU_WIDTH + 2)
  return cell + printable(name, MOST_COLUMNS - cell.length)
}

/** The keys of a file of partners are never shown. */
function keyWords({ unknownKeys, partners }: MockSettings): string {
  if (unknownKeys === 'accept') return KEY
  return printable(`the one of ${partners.map(({ id }) => id).join(', ')} in your file`, MOST_COLUMNS - 6)
}

function curl(url: string, { auth }: Profile, key: string): string[] {
  const body = JSON.stringify({ partnerReference: 'SHOP:1001', sku: 'SCENARIO-PROCESSING' })
  return [
    `  curl -s ${url}/orders \\`,
    `    -H '${auth.header}: ${authHeaderValue(auth, key)}' -H 'Content-Type: application/json' \\`,
    `    -d '${body}'`,
  ]
}
