import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CHECKERS, requireChecker } from '../checkers/installed.fixture.ts'
import { resolveProfile } from '../contract/profile/parse-profile.ts'
import { portOf } from '../contract/testing/listening.fixture.ts'
import { served } from '../mock-server/testing/behaviour/sandbox.fixture.ts'
import { httpFile } from './http-file.ts'
import { check, documentsOf, PROFILES, ran } from './testing/served.fixture.ts'

/** Programs of others that read the document, and those that send its calls: the answer that they show is the mock's. */

test.each(Object.entries(PROFILES))(
  'under %s, swagger-parser and the parser of Scalar find nothing wrong',
  async (_, given) => {
    const folder = documentsOf(given)
    const program = `
import SwaggerParser from '@apidevtools/swagger-parser'
import { validate } from '@scalar/openapi-parser'
import { readFileSync } from 'node:fs'
await SwaggerParser.validate('openapi.json')
const { valid, errors } = await validate(readFileSync('openapi.json', 'utf8'))
console.log(valid, JSON.stringify(errors ?? []))
`
    symlinkSync(join(CHECKERS, 'node_modules'), join(folder, 'node_modules'), 'junction')
    const file = join(folder, 'parsers.mjs')
    writeFileSync(file, program)
    expect(await check(folder, file, [])).toMatchObject({ code: 0, stdout: 'true []\n' })
  },
)

/** Sends the calls of `folder` to a service, and returns the bodies of the answers that it shows. */
type Runner = (folder: string, url: string, key: string) => Promise<readonly unknown[]>

const words = (text: string) => text.split(' ')

const RUNNERS: Readonly<Record<string, Runner>> = {
  async 'openapi-to-postmanv2 and newman'(folder, url, key) {
    const options = 'folderStrategy=Tags,parametersResolution=Example'
    const made = ['-s', 'openapi.json', '-o', 'postman.json', '-O', options]
    await ran(folder, ['openapi-to-postmanv2', 'openapi2postmanv2', ...made])
    const values = ['--env-var', `base_url=${url}`, '--env-var', `bearerToken=${key}`]
    const report = ['--reporters', 'json', '--reporter-json-export', 'newman.json']
    await ran(folder, [...words('newman newman run postman.json --folder Orders'), ...values, ...report])
    const { run } = JSON.parse(readFileSync(join(folder, 'newman.json'), 'utf8'))
    return run.executions.map(({ response }: { response: { stream: { data: number[] } } }) =>
      JSON.parse(Buffer.from(response.stream.data).toString()),
    )
  },
  async Bruno(folder, url, key) {
    await ran(folder, words('@usebruno/cli bru import openapi -s openapi.json -o . -n bruno'))
    const values = ['--env-var', `base_url=${url}`, '--env-var', `token=${key}`, '--output', 'bruno.json']
    const collection = join(folder, 'bruno')
    const environment = ['--env', 'The service, or a mock']
    await ran(collection, [...words('@usebruno/cli bru run Orders'), ...environment, ...values])
    const [{ results }] = JSON.parse(readFileSync(join(collection, 'bruno.json'), 'utf8'))
    return results.map(({ response }: { response: { data: unknown } }) => response.data)
  },
  async httpyac(folder, url, key) {
    writeFileSync(join(folder, 'calls.http'), httpFile({}, url).replace('pk_test_me', key))
    const shown = await ran(folder, words('httpyac httpyac send calls.http --all --json'))
    const { requests } = JSON.parse(shown)
    return requests.map(({ response }: { response: { body: string } }) => JSON.parse(response.body))
  },
}

test.each(Object.entries(RUNNERS))('%s buys a card, and shows the answers of the mock', async (_, send) => {
  const mock = await served()
  const shown = await send(documentsOf({}), mock.url, 'pk_test_runner')
  const [bought, ...others] = mock.journal({ operation: 'createOrder' })
  expect(others).toEqual([])
  expect(bought?.order?.partnerReference).toBe('SHOP:1001')
  const answers = mock.journal().map(({ response }) => JSON.parse(response?.body ?? ''))
  expect(shown).toEqual(answers)
})

test.each(Object.entries(PROFILES))(
  'under %s, express-openapi-validator lets a purchase and its answer through, and no third field',
  async (_, given) => {
    const folder = documentsOf(given)
    const express = requireChecker('express')
    const validator = requireChecker('express-openapi-validator')
    const mock = await served({ profile: given })
    const app = express()
    app.use(express.json())
    const options = { validateRequests: true, validateResponses: true, validateSecurity: false }
    app.use(
      validator.middleware({ apiSpec: join(folder, 'openapi.json'), ...options, validateApiSpec: false }),
    )
    app.post('/orders', async (request: Served, response: Answering) => {
      const headers = { ...request.headers, host: '' }
      const answered = await fetch(`${mock.url}/orders`, {
        method: 'POST',
        headers: sent(headers),
        body: JSON.stringify(request.body),
      })
      response.status(answered.status).json(await answered.json())
    })
    // Express knows what handles errors by its four parameters.
    app.use((error: Refused, _request: unknown, response: Answering, _next: unknown) => {
      response.status(error.status ?? 500).json({ error: error.message })
    })
    const port = await portOf(createServer(app), { onTestFinished })
    const { auth, states } = resolveProfile(given)
    const credential = auth.format.replace('{key}', 'pk_test_express')
    const post = (body: object) =>
      fetch(`http://127.0.0.1:${port}/orders`, {
        method: 'POST',
        headers: { [auth.header]: credential, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const order = { partnerReference: 'SHOP:1001', sku: 'SCENARIO-AT-ONCE' }
    const bought = await post(order)
    expect(await bought.json()).toEqual({ data: { order: { order: { status: states.success[0] } } } })
    expect(bought.status).toBe(200)
    expect((await post({ ...order, quantity: 1 })).status).toBe(400)
    expect(mock.journal({ operation: 'createOrder' })).toHaveLength(1)
  },
)

type Served = { readonly headers: Readonly<Record<string, string>>; readonly body: unknown }
type Refused = { readonly status?: number; readonly message: string }
type Answering = { status(code: number): { json(body: unknown): void } }

/** What a proxy hands on of the headers of a request. */
function sent(headers: Readonly<Record<string, string>>): Record<string, string> {
  const own = ['host', 'content-length', 'connection', 'transfer-encoding']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))
}
