import assert from 'node:assert/strict'
import { createContext, Script } from 'node:vm'
import { rolldown } from 'rolldown'

/** A page of each kind, the most that its code may weigh, and what its purchase comes to. */
const PAGES = [
  { input: 'app.js', mostBytes: 210_000, comesTo: '503, then COMPLETED' },
  { input: 'client.js', mostBytes: 19_000, comesTo: 'success' },
]

/** Some of what pages and workers have. Nothing of Node is among it. */
const WEB = [
  ...['AbortController', 'AbortSignal', 'Headers', 'Request', 'Response', 'URL', 'URLSearchParams'],
  ...['TextDecoder', 'TextEncoder', 'TransformStream', 'crypto', 'performance', 'setTimeout', 'clearTimeout'],
  ...['atob', 'btoa', 'ReadableStream', 'queueMicrotask', 'structuredClone'],
]

/** A service for the worker: its first answer to a purchase is lost. */
const DATA = {
  'GET /products/CARD/price': { price: { amount: '25.00', currency: 'USD' } },
  'GET /balance': { balance: { amount: '99.00', currency: 'USD' } },
  'GET /orders/SHOP%3A1': { order: { status: 'COMPLETED' } },
}

async function service({ method, url }) {
  const data = DATA[`${method} ${new URL(url).pathname}`]
  if (data === undefined) throw new TypeError('fetch failed')
  return Response.json({ data })
}

const sizes = []
for (const { input, mostBytes, comesTo } of PAGES) {
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({
    format: 'iife',
    name: 'page',
    minify: true,
    codeSplitting: false,
  })
  const [{ code, imports, dynamicImports }] = output
  const bytes = Buffer.byteLength(code)
  sizes.push(`${input} ${(bytes / 1000).toFixed(1)} kB`)
  assert.deepEqual([...imports, ...dynamicImports], [], `${input} imports what a page does not have`)
  assert.doesNotMatch(code, /["'`]node:/, `${input} names a module of Node`)
  assert.ok(bytes <= mostBytes, `${input} has ${bytes} bytes, more than ${mostBytes}`)
  const context = createContext({
    service,
    ...Object.fromEntries(WEB.map((name) => [name, globalThis[name]])),
  })
  assert.equal(await new Script(`${code}\npage.buy(service)`).runInContext(context), comesTo)
}
console.log(`measured: ${sizes.join(', ')}`)
