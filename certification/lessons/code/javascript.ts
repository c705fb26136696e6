import type { CodeOf } from './code.ts'

/** In JavaScript, by fetch. */
export const JAVASCRIPT: CodeOf = {
  call: `const url = \`\${process.env.SERVICE_BASE_URL}/ping\`
const headers = { Authorization: \`Bearer \${process.env.SERVICE_PARTNER_API_KEY}\` }`,
  body: `const body = JSON.stringify({ partnerReference: reference, sku })
const json = { ...headers, 'Content-Type': 'application/json' }
await fetch(\`\${base}/orders\`, { method: 'POST', headers: json, body })`,
  amount: `const cents = (amount) => Math.round(Number(amount) * 100) // amounts are texts such as "25.00"
const isEnough = cents(balance.amount) >= cents(price.amount)`,
  reference: `const { SERVICE_PURCHASES, SERVICE_ORDER_LABEL } = process.env
for (let number = 1; number <= Number(SERVICE_PURCHASES); number += 1)
  await buy(\`SHOP:\${SERVICE_ORDER_LABEL}-\${number}\`) // the same again after a restart`,
  'lookup-path': `const url = \`\${base}/orders/\${encodeURIComponent(reference)}\``,
  positions: `order = bought.data.order.order // the answer to POST /orders
order = lookup.data.order // the answer to a lookup: one level less`,
  'poll-loop': `while (order.status === 'PROCESSING') {
  await new Promise((done) => setTimeout(done, order.pollAfterSeconds * 1000)) // in milliseconds
  order = await lookUp(reference) }`,
  'failed-poll': `try { order = await lookUp(reference) }
catch (lost) { if ([401, 403].includes(lost.status)) throw lost }
// else it is still PROCESSING: wait, and ask again`,
  retry: `const body = JSON.stringify({ partnerReference: reference, sku }) // once, before the loop
let answer = await send(body) // null: no answer, or a 5xx
while (answer === null) answer = await send(body) // wait longer each time, and give up some day`,
  'whole-body': `let answer = null // null: look the reference up, or send the same body again
try { answer = JSON.parse(await response.text()) } // rejects when the body ends early
catch {} // with node:http: an 'error' of the response, and response.complete is false`,
}
