import { once } from 'node:events'
import { authHeaderValue } from '../../contract/auth.ts'
import { formatAmount } from '../../contract/money.ts'
import type { Profile } from '../../contract/profile.ts'
import { CATALOGUE } from '../../fixtures/catalogue.ts'
import { PARTNERS } from '../../fixtures/partners.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'
import { SCENARIOS } from '../../fixtures/scenarios.ts'
import { serve } from '../../mock-server/serve.ts'
import { type LoadedProfile, loadCatalogue, loadProfile } from '../files.ts'
import { type Paint, paintFor } from '../terminal.ts'
import { TOOL } from '../tool.ts'

/** `partner-purchase mock`: serves until it is interrupted, then lets the last answers end. */
export async function mock(options: {
  port: number
  host: string
  profile?: string
  catalogue?: string
}): Promise<void> {
  const loaded = loadProfile(options.profile)
  const catalogue = options.catalogue === undefined ? CATALOGUE : loadCatalogue(options.catalogue)
  const { profile } = loaded
  const served = await serve({ port: options.port, host: options.host, profile, catalogue })
  process.stdout.write(`${banner(served.url, loaded, catalogue, paintFor(process.stdout))}\n`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await served.close()
}

const KEY = 'pk_test_me'

function banner(
  url: string,
  loaded: LoadedProfile,
  catalogue: readonly CatalogueProduct[],
  paint: Paint,
): string {
  const { profile } = loaded
  const title = (text: string) => paint('bold', text)
  return [
    `${title('Partner Purchase mock')} ${TOOL.version}, TEST mode. Profile: ${loaded.source}.`,
    '',
    `  ${title('Base address')}  ${url}`,
    `  ${title('Key')}           ${KEY}, or any other pk_test_ key: each is a partner of its own`,
    '',
    ...scenarioRows(profile, title),
    ...ordinaryCards(catalogue, profile),
    '',
    `  ${title('Keys that are known by name')}`,
    ...PARTNERS.map(({ key, story }) => `  ${key.padEnd(KEY_WIDTH)}${story}`),
    '',
    `  ${title('Try it')}`,
    `  ${curl(url, profile)}`,
    '',
    paint('dim', `  Every exchange: ${url}/__mock/journal. Ctrl-C stops the mock.`),
  ].join('\n')
}

const KEY_WIDTH = 26
const SKU_WIDTH = 26

function scenarioRows(profile: Profile, title: (text: string) => string): string[] {
  return [
    `  ${title('Buy this SKU'.padEnd(SKU_WIDTH))}${title('to see this happen')}`,
    ...SCENARIOS.map(({ sku, story }) => `  ${sku.padEnd(SKU_WIDTH)}${namedStates(story, profile)}`),
  ]
}

function namedStates(story: string, { states }: Profile): string {
  return `${story} (${story.includes('fails') ? states.failure[0] : states.success[0]})`
}

function ordinaryCards(catalogue: readonly CatalogueProduct[], { money }: Profile): string[] {
  const others = catalogue.filter(({ sku }) => !SCENARIOS.some((scenario) => scenario.sku === sku))
  const [first] = others
  if (first === undefined) return []
  const price = `${formatAmount(first.price, money)} ${money.currency}`
  return [`  ${first.sku.padEnd(SKU_WIDTH)}and ${others.length - 1} more cards settle at once (${price})`]
}

function curl(url: string, { auth }: Profile): string {
  const body = JSON.stringify({ partnerReference: 'SHOP:1001', sku: 'SCENARIO-PROCESSING' })
  return `curl -s ${url}/orders -H '${auth.header}: ${authHeaderValue(auth, KEY)}' -H 'Content-Type: application/json' -d '${body}'`
}
