import type { Profile } from '../../contract/profile/profile.ts'
import { TOOL } from '../../contract/report/kit.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { authHeaderValue } from '../../contract/wire/auth.ts'
import { moneyWords } from '../../contract/wire/money.ts'
import { PARTNERS, type Partner } from '../../fixtures/partners.ts'
import { EVERY_ADDRESS } from '../../mock-server/http/listen.ts'
import { type Paint, printable, wrapBeside } from '../terminal/terminal.ts'
import { groupedScenarios } from './scenario-groups.ts'
import type { MockSettings } from './settings.ts'

const KEY = 'pk_test_me'
const LABEL_WIDTH = 16
const SKU_WIDTH = 30
const KEY_WIDTH = 26

type Shown = {
  readonly url: string
  readonly host: string
  readonly page: string
  readonly speed: number
  readonly paint: Paint
  readonly width: number
}

export function banner(settings: MockSettings, { url, host, page, speed, paint, width }: Shown): string {
  const title = (text: string) => paint('bold', text)
  const fact = (label: string, text: string) =>
    labelled(title(label.padEnd(LABEL_WIDTH)), LABEL_WIDTH, text, width)
  return [
    `${title('Partner Purchase mock')} ${TOOL.version}, TEST mode`,
    '',
    ...fact('Base address', url),
    ...(host in EVERY_ADDRESS ? fact('Listens on', `${host}, every address of this machine`) : []),
    ...fact('Watch it', page),
    ...fact('Key', `${KEY}, or any other pk_test_ key: each is a partner of its own`),
    ...fact('Profile', `${settings.profileSource} (orders end ${endingsOf(settings.profile)})`),
    ...(speed === 1 ? [] : fact('Time', `runs ${speed} times as fast`)),
    '',
    `  ${title('Buy this SKU'.padEnd(SKU_WIDTH))}${title('to see this happen')}`,
    ...scenarioRows(settings.scenarios, paint, width),
    ...ordinaryCards(settings, paint),
    '',
    ...partnerRows(settings.partners, title, width),
    '',
    `  ${title('Try it')}`,
    ...curl(url, settings.profile),
    '',
    paint('dim', `  The contract: ${url}/__mock/openapi.json`),
    paint('dim', `  Every exchange: ${url}/__mock/journal. Ctrl-C stops the mock.`),
    '',
  ].join('\n')
}

/** Cuts a scenario's description that would fill the screen. */
const LONGEST_STORY = 300

/** A text next to its label. `labelWidth` is the width of the label without its styling. */
function labelled(label: string, labelWidth: number, text: string, width: number): string[] {
  return wrapBeside(`  ${label}`, text, labelWidth + 2, width)
}

function endingsOf({ states }: Profile): string {
  return [states.success[0], states.failure[0]].filter((state) => state !== undefined).join(' or ')
}

function scenarioRows(scenarios: readonly Scenario[], paint: Paint, width: number): string[] {
  return groupedScenarios(scenarios).flatMap((group) => [
    paint('dim', `  ${group.title}`),
    ...group.scenarios.flatMap(({ sku, name }) =>
      labelled(skuCell(sku), SKU_WIDTH, printable(name, LONGEST_STORY), width),
    ),
  ])
}

function skuCell(sku: string): string {
  return `  ${printable(sku)} `.padEnd(SKU_WIDTH)
}

function ordinaryCards({ catalogue, scenarios, profile: { money } }: MockSettings, paint: Paint): string[] {
  const scripted = new Set(scenarios.map(({ sku }) => sku))
  const others = catalogue.filter(({ sku }) => !scripted.has(sku))
  const [first] = others
  if (first === undefined) return []
  const price = moneyWords(first.price, money)
  return [
    paint('dim', '  Ordinary cards'),
    `  ${skuCell(first.sku)}settles at once (${price}), as do ${others.length - 1} more`,
  ]
}

/** The keys of the built-in partners are public. Those of other partners are never shown. */
function partnerRows(partners: readonly Partner[], title: (text: string) => string, width: number): string[] {
  const builtIn = PARTNERS.map(({ key }) => key)
  const heading = partners.every(({ key }) => builtIn.includes(key)) ? 'Keys' : 'Partners'
  return [
    `  ${title(`${heading} that are known by name`)}`,
    ...partners.flatMap(({ id, key, story }) => {
      const name = builtIn.includes(key) ? key : printable(id)
      return labelled(name.padEnd(KEY_WIDTH), KEY_WIDTH, printable(story, LONGEST_STORY), width)
    }),
  ]
}

function curl(url: string, { auth }: Profile): string[] {
  const body = JSON.stringify({ partnerReference: 'SHOP:1001', sku: 'SCENARIO-PROCESSING' })
  return [
    `  curl -s ${url}/orders \\`,
    `    -H '${auth.header}: ${authHeaderValue(auth, KEY)}' -H 'Content-Type: application/json' \\`,
    `    -d '${body}'`,
  ]
}
