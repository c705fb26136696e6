export const OVERVIEW_AND_RESOURCES = {
  '0': [
    {
      text: 'This document covers the whole service: a partner-facing HTTP API for checking connectivity, reading a product catalogue and prices, reading a balance, and purchasing a card with an idempotent order reference.',
      context: 'what the document is about; the sections say it in full',
    },
    { text: 'It is a single document.', context: 'about the document' },
  ],
  '1': [
    {
      text: 'The service lets a partner server purchase cards (products identified by a SKU) and reconcile the result.',
      context: 'the purpose of the service; sections 2 to 5 say how it is met',
    },
    {
      text: 'The service has two environments, TEST and one other.',
      context: 'a definition; what is not shown of the other environment is said in rule 4',
    },
    {
      text: 'Both use the same base address {base_url}.',
      context: 'the kit calls the TEST environment only, so that the address of the other is never seen',
    },
    { text: 'The API key presented selects the environment.', clauses: ['ping-mode-test'] },
    {
      text: 'A partner obtains a TEST key out of band through an agreed secure channel.',
      context: 'an out-of-band procedure: no call shows it',
    },
    {
      text: "IP allowlisting may be enabled for a partner; then the partner's server outbound IP address must be allowed by the service operator before calls succeed.",
      clauses: ['ip-allowlist'],
    },
    {
      text: 'Typical flow: ping, list products, read the price of a SKU, read the balance, create an order, then follow the order until it is no longer PROCESSING.',
      clauses: [
        'ping-first',
        'sku-from-catalogue',
        'price-before-purchase',
        'balance-before-purchase',
        'follows-until-settled',
        'order-leaves-processing',
      ],
    },
    { text: 'The name and details of the non-TEST environment: not shown.', gaps: ['non-test-environment'] },
  ],
  '2': [
    { text: 'Product | sku (string) | Identified by SKU.', clauses: ['product-has-sku'] },
    {
      text: 'The catalogue returned is the one eligible for the calling partner.',
      context:
        'which cards a partner is eligible for is agreed out of band: no response can be held against it',
    },
    {
      text: 'SKUs in examples are illustrative; real values come from the catalogue.',
      clauses: ['sku-from-catalogue'],
    },
    { text: 'Price | for a given sku | Read per SKU.', clauses: ['price-per-sku'] },
    {
      text: 'Balance | for the calling partner | Read before purchasing.',
      clauses: ['balance-readable', 'balance-before-purchase'],
    },
    {
      text: 'Order | partnerReference (string), sku (string), status, pollAfterSeconds | partnerReference is chosen by the partner, must be unique per intended purchase, and is a literal stable string (shape such as <PREFIX>:<order_label>).',
      clauses: ['one-reference-per-purchase', 'stable-reference'],
    },
    {
      text: 'Order summary | status, pollAfterSeconds | The object returned on purchase and on lookup (see Endpoints for its position in the response).',
      context: 'a definition, and a pointer to section 4, whose clauses hold the summary to it',
    },
    {
      text: 'Response envelope: successful responses carry a top-level data object.',
      clauses: ['data-envelope'],
    },
    {
      text: 'Ping response fields: status (string, value "ok" on success) and mode (string, value "TEST" when a TEST key is used).',
      clauses: ['ping-ok', 'ping-mode-test'],
      gaps: ['ping-position'],
    },
    {
      text: 'Fields of product, price, balance and order beyond those listed, their types and formats, and units and currency of amounts: not shown.',
      gaps: ['product-fields', 'price-fields', 'balance-fields', 'order-fields', 'money-format'],
    },
  ],
} as const
