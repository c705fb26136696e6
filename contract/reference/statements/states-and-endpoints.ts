export const STATES_AND_ENDPOINTS = {
  '3': [
    { text: 'PROCESSING | The purchase is not yet settled.', gaps: ['settlement-time'] },
    { text: 'The summary carries pollAfterSeconds.', clauses: ['processing-has-poll-after'] },
    { text: 'Transitions: not shown.', gaps: ['processing-transitions'] },
    { text: 'Not shown.', gaps: ['processing-transitions'] },
    {
      text: 'When an order summary has status PROCESSING, the client waits pollAfterSeconds (seconds) before polling again.',
      clauses: ['processing-has-poll-after', 'waits-poll-after'],
      gaps: ['poll-interval-type'],
    },
    { text: 'The complete list of other states: not shown.', gaps: ['settled-states'] },
  ],
  '4': [
    { text: 'All paths are relative to {base_url}.', clauses: ['documented-operations-only'] },
    {
      text: 'GET | /ping | none | Success includes status = "ok" and mode = "TEST" (for a TEST key).',
      clauses: ['ping-ok', 'ping-mode-test', 'documented-operations-only'],
    },
    {
      text: 'GET | /products | none | The catalogue eligible for the caller; each entry has a sku.',
      clauses: ['product-has-sku', 'documented-operations-only'],
    },
    {
      text: 'GET | /products/{sku}/price | path parameter sku (string, a SKU from the catalogue) | The price of that SKU.',
      clauses: ['price-per-sku', 'documented-operations-only'],
    },
    {
      text: "GET | /balance | none | The partner's balance.",
      clauses: ['balance-readable', 'documented-operations-only'],
    },
    {
      text: 'POST | /orders | JSON body with exactly two fields: partnerReference (string, required) and sku (string, required).',
      clauses: ['order-two-fields', 'exactly-two-fields', 'documented-operations-only'],
    },
    { text: 'No other fields are sent.', clauses: ['exactly-two-fields'] },
    { text: 'The order summary nested at data.order.order.', clauses: ['purchase-position'] },
    {
      text: 'lookup of an order by its reference | path and method of the lookup operation: not shown | reference of the order | The order summary at data.order (one level less nested than on purchase).',
      clauses: ['lookup-position', 'documented-operations-only'],
      gaps: ['lookup-operation'],
    },
    { text: 'Purchase summary position: data.order.order.', clauses: ['purchase-position'] },
    { text: 'Lookup summary position: data.order.', clauses: ['lookup-position'] },
    {
      text: 'Clients must read each at its own position.',
      clauses: ['reads-purchase-position', 'reads-lookup-position'],
    },
    {
      text: 'Idempotency: resending POST /orders with the same partnerReference and same sku is the way to retry; the identical body refers to the same purchase.',
      clauses: ['same-body-same-purchase', 'retry-identical-body'],
      gaps: ['reference-conflict'],
    },
    {
      text: 'A new partnerReference means a new, additional purchase.',
      clauses: ['new-reference-new-purchase', 'one-reference-per-purchase'],
    },
    {
      text: 'A client timeout on POST /orders does not mean the purchase failed.',
      clauses: ['purchase-survives-timeout', 'timeout-is-not-failure'],
    },
    {
      text: 'The client either looks up the order by its reference or resends the identical body.',
      clauses: ['purchase-survives-timeout', 'timeout-is-not-failure'],
    },
    {
      text: 'Before a purchase the client should read the product price and the balance.',
      clauses: ['price-before-purchase', 'balance-before-purchase'],
      gaps: ['insufficient-balance', 'funds-movement'],
    },
    {
      text: 'Query parameters, paging, and response fields of /products, /products/{sku}/price and /balance: not shown.',
      gaps: ['catalogue-position', 'catalogue-paging', 'product-fields', 'price-fields', 'balance-fields'],
    },
  ],
} as const
