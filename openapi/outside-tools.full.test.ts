import { execFile } from 'node:child_process'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, type TestContext, test } from 'vitest'
import { temporaryFolder } from '../cli/testing/temporary-folder.fixture.ts'
import type { PartialProfile } from '../contract/profile/parse-profile.ts'
import { OTHER_PROFILE } from '../contract/testing/other-profile.fixture.ts'
import { serve } from '../mock-server/public.ts'
import { openApiDocument } from './openapi-document.ts'

/** Redocly, hey-api and a TypeScript that hey-api works with. They have a lockfile of their own. */
const CHECKERS = join(import.meta.dirname, '..', 'build', 'checkers')

beforeAll(async () => {
  if (existsSync(join(CHECKERS, 'node_modules'))) return
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: CHECKERS })
})

/** A project with the document of a profile, in which the programs of the checkers can be run. */
function projectWith(profile: PartialProfile, context: TestContext) {
  const cwd = temporaryFolder(context)
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(cwd, 'openapi.json'), JSON.stringify(openApiDocument(profile)))
  symlinkSync(join(CHECKERS, 'node_modules'), join(cwd, 'node_modules'), 'junction')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const run = async (...args: readonly string[]): Promise<string> => {
    const ended = promisify(execFile)(process.execPath, args, { cwd, env })
    const { stdout } = await ended.catch(({ stdout, stderr }) => {
      throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`)
    })
    return stdout
  }
  return { cwd, run, bin: (name: string) => join('node_modules', '.bin', name) }
}

test.for([
  ['the defaults', {}],
  ['a profile that differs everywhere', OTHER_PROFILE],
] as const)('under %s, Redocly finds no error and no warning', async ([, profile], context) => {
  const { run, bin } = projectWith(profile, context)
  const found = await run(bin('redocly'), 'lint', 'openapi.json', '--extends=recommended', '--format=json')
  expect(JSON.parse(found).totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
})

const TSCONFIG = {
  compilerOptions: {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
    ...{ strict: true, skipLibCheck: false, outDir: 'built' },
  },
  include: ['**/*.ts'],
}

const SHOP = `
import { client } from './generated/client.gen.js'
import { createOrder, getBalance, getPrice, listProducts, lookupOrder, ping } from './generated/index.js'

const orThrow = { throwOnError: true } as const

export async function buy(baseUrl: string, auth: string, card: string, partnerReference: string) {
  client.setConfig({ baseUrl, auth })
  const { data: reached } = await ping(orThrow)
  const { data: catalogue } = await listProducts(orThrow)
  const { sku = '' } = catalogue.data.products.find((product) => product.sku === card) ?? {}
  const { data: price } = await getPrice({ path: { sku }, ...orThrow })
  const { data: before } = await getBalance(orThrow)
  const { data: placed } = await createOrder({ body: { partnerReference, sku }, ...orThrow })
  let summary = placed.data.order.order
  const statuses = [summary.status]
  while (summary.status === 'PROCESSING') {
    const wait = (summary.pollAfterSeconds ?? 0) * 1000
    await new Promise((resolve) => setTimeout(resolve, wait))
    const { data: found } = await lookupOrder({ path: { partnerReference }, ...orThrow })
    summary = found.data.order
    statuses.push(summary.status)
  }
  const { data: after } = await getBalance(orThrow)
  return {
    mode: reached.data.mode,
    statuses,
    amounts: [price.data.price.amount, before.data.balance.amount, after.data.balance.amount],
  }
}

// @ts-expect-error a purchase has a card
export const withoutCard = () => createOrder({ body: { partnerReference: 'SHOP:1' } })

export async function tooDeep(partnerReference: string): Promise<string> {
  const { data: found } = await lookupOrder({ path: { partnerReference }, ...orThrow })
  // @ts-expect-error the summary of a lookup is one level less deep than that of a purchase
  return found.data.order.order.status
}
`

test('a program on the client that hey-api generates is strictly typed, and buys a card from the mock over a socket', async (context) => {
  const mock = await serve()
  context.onTestFinished(() => mock.close())
  const { cwd, run, bin } = projectWith({}, context)
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  writeFileSync(join(cwd, 'shop.ts'), SHOP)
  await run(bin('openapi-ts'), '-i', 'openapi.json', '-o', 'generated', '-c', '@hey-api/client-fetch')
  await run(bin('tsc'))
  const purchase = [mock.url, 'pk_test_generated', 'SCENARIO-PROCESSING', 'SHOP:1001']
  const program = `import { buy } from './built/shop.js'
    console.log(JSON.stringify(await buy(...${JSON.stringify(purchase)})))`
  expect(JSON.parse(await run('--input-type=module', '--eval', program))).toEqual({
    mode: 'TEST',
    // How often it polls is a matter of the machine.
    statuses: expect.arrayContaining(['PROCESSING', 'COMPLETED']),
    amounts: ['25.00', '5000.00', '4975.00'],
  })
})
