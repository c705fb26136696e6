import type { Hono } from 'hono'
import { documentOf } from '../contract/json-pointer.ts'
import { formatAmount } from '../contract/money.ts'
import type { OperationId } from '../contract/operations.ts'
import { parameterOf, parsePathTemplate } from '../contract/path-template.ts'
import type { Profile } from '../contract/profile.ts'
import type { MockContext, MockEnv } from './env.ts'
import { lookUp, purchase } from './order-routes.ts'
import { refuse, serve } from './respond.ts'
import { accountOf, refuseRevoked } from './world-entry.ts'

type Handler = (c: MockContext) => Response | Promise<Response>

const HANDLERS: { readonly [Id in OperationId]: Handler } = {
  ping,
  listProducts,
  getPrice,
  getBalance,
  createOrder: purchase,
  lookupOrder: lookUp,
}

/** Has an app tell which operation is asked for, whether it is then served or not. */
export function nameOperations(app: Hono<MockEnv>, operations: MockOperations): void {
  for (const { id, method, path } of Object.values(operations)) {
    app.on(method, honoPath(path), (c, next) => {
      c.set('operation', id)
      c.get('recording').operation(id)
      return next()
    })
  }
}

/** Puts the six operations on an app, the lookup where the profile says. */
export function routeOperations(app: Hono<MockEnv>, operations: MockOperations): void {
  for (const { id, method, path } of Object.values(operations)) {
    app.on(method, honoPath(path), (c) => HANDLERS[id](c))
  }
}

type MockOperations = MockEnv['Variables']['mock']['operations']

/** A path template in Hono's notation, without its query. */
function honoPath(template: string): string {
  const segments = parsePathTemplate(template).segments
  return segments.map((part, index) => `/${honoSegment(part, index)}`).join('')
}

/** `:` and `*` are patterns to Hono, wherever they stand: a literal that holds anything unusual is spelt as an expression. */
function honoSegment(part: string, index: number): string {
  const parameter = parameterOf(part)
  if (parameter !== undefined) return `:${parameter}`
  return /^[\w.~-]*$/.test(part) ? part : `:literal${index}{${part.replace(/\W/g, '\\$&')}}`
}

function ping(c: MockContext): Response {
  const { profile } = c.get('mock')
  return serveDocument(c, [
    [profile.ping.status, 'ok'],
    [profile.ping.mode, 'TEST'],
  ])
}

function listProducts(c: MockContext): Response {
  return serve(c, c.get('mock').shelfOf(c.get('partner')).body)
}

function getPrice(c: MockContext): Response {
  const { profile, shelfOf } = c.get('mock')
  const sku = c.req.param('sku') ?? ''
  const product = shelfOf(c.get('partner')).find(sku)
  if (product === undefined) return refuse(c, { code: 'unknown-sku', detail: unknownSku(sku), field: 'sku' })
  return serveAmount(c, profile.price, product.price)
}

async function getBalance(c: MockContext): Promise<Response> {
  const { profile, store } = c.get('mock')
  const { available, isRevoked } = await store.balance(accountOf(c))
  if (isRevoked) return refuseRevoked(c)
  return serveAmount(c, profile.balance, available)
}

function serveAmount(c: MockContext, place: Profile['price'], minorUnits: number): Response {
  const { money } = c.get('mock').profile
  const amount = [place.amount, formatAmount(minorUnits, money)] as const
  return serveDocument(c, place.currency === null ? [amount] : [amount, [place.currency, money.currency]])
}

function serveDocument(c: MockContext, entries: Parameters<typeof documentOf>[0]): Response {
  return serve(c, JSON.stringify(documentOf(entries)))
}

function unknownSku(sku: string): string {
  return `The SKU ${JSON.stringify(sku)} is not in this partner's catalogue. Read GET /products for the SKUs that are.`
}
