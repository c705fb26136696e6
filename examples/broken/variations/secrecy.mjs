const AT_ONCE = ['SCENARIO-AT-ONCE']

const bearer = (key) => ({ Authorization: `Bearer ${key}` })
const KEY_ELSEWHERE = { breaks: 'key-stays-on-server', scenarios: AT_ONCE }
const UNDOCUMENTED = { breaks: 'documented-operations-only', scenarios: AT_ONCE }

/** Where a client sends its key, and what it calls beside the documented operations. */
export const SECRECY = [
  {
    name: 'key-in-the-query',
    says: 'Sends the key in the query of every request as well.',
    ...KEY_ELSEWHERE,
    conduct: { target: (path, key) => `${path}?api_key=${key}` },
  },
  {
    name: 'key-in-the-body',
    says: 'Sends the key as a field of the purchase as well.',
    ...KEY_ELSEWHERE,
    alongside: ['exactly-two-fields'],
    conduct: { body: (order, { key }) => ({ ...order, apiKey: key }) },
  },
  {
    name: 'key-in-the-reference',
    says: 'Makes the reference of the key.',
    ...KEY_ELSEWHERE,
    conduct: { reference: ({ key, number }) => `SHOP:${key}-${number}` },
  },
  {
    name: 'key-in-a-cookie',
    says: 'Sends the key in a cookie as well.',
    ...KEY_ELSEWHERE,
    conduct: { headers: (key) => ({ ...bearer(key), Cookie: `session=${key}` }) },
  },
  {
    name: 'key-in-another-header',
    says: 'Sends the key in a header of its own as well.',
    ...KEY_ELSEWHERE,
    conduct: { headers: (key) => ({ ...bearer(key), 'X-Api-Key': key }) },
  },
  {
    name: 'calls-from-a-web-page',
    says: 'Sends what a browser sends: the key is in a web page.',
    ...KEY_ELSEWHERE,
    conduct: {
      headers: (key) => ({ ...bearer(key), Origin: 'https://shop.example', 'Sec-Fetch-Site': 'cross-site' }),
    },
  },
  {
    name: 'calls-with-a-referrer',
    says: 'Sends the address of the web page that it runs in.',
    ...KEY_ELSEWHERE,
    conduct: { headers: (key) => ({ ...bearer(key), Referer: 'https://shop.example/checkout' }) },
  },
  {
    name: 'lists-orders',
    says: 'Asks for a list of its orders before it buys.',
    ...UNDOCUMENTED,
    conduct: { beforePurchases: ({ call }) => call('GET', '/orders') },
  },
  {
    name: 'reads-a-product-alone',
    says: 'Asks for one product by its SKU.',
    ...UNDOCUMENTED,
    conduct: { beforePurchases: ({ call, sku }) => call('GET', `/products/${encodeURIComponent(sku)}`) },
  },
  {
    name: 'reserves-before-buying',
    says: 'Posts a reservation before it buys.',
    ...UNDOCUMENTED,
    conduct: { beforePurchases: ({ call, sku }) => call('POST', '/reservations', { sku }) },
  },
  {
    name: 'cancels-what-it-bought',
    says: 'Tries to cancel an order that is settled.',
    ...UNDOCUMENTED,
    conduct: {
      afterSettled: ({ call, order }) =>
        call('POST', `/orders/${encodeURIComponent(order.partnerReference)}/cancel`, {}),
    },
  },
]
