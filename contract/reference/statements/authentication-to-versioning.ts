export const AUTHENTICATION_TO_VERSIONING = {
  '5': [
    { text: 'Calls are authenticated with a partner API key.', clauses: ['key-required'] },
    {
      text: 'A TEST key begins with the prefix pk_test_.',
      context: 'a definition: by it the kit knows a TEST key from any other',
    },
    {
      text: "The key is a value <API_KEY> kept on the partner's server only; the conventional server-side variable name is SERVICE_PARTNER_API_KEY (the neutral word SERVICE stands in for the operator's name).",
      clauses: ['key-stays-on-server'],
    },
    {
      text: 'The key determines the environment (TEST or the other) for the call; the base address is the same.',
      clauses: ['ping-mode-test'],
    },
    {
      text: 'If IP allowlisting is enabled for the partner, requests from addresses not allowed are not served as normal partner calls.',
      clauses: ['ip-allowlist'],
    },
    {
      text: 'The header or other means by which the key is sent, and the prefix of non-TEST keys: not shown.',
      gaps: ['key-transport', 'non-test-prefix'],
    },
  ],
  '6': [
    { text: 'Events, callbacks or webhooks: not shown.', gaps: ['events'] },
    {
      text: 'Order progress is obtained by polling (see States and transitions, rule 1).',
      clauses: ['order-leaves-processing', 'follows-until-settled'],
    },
  ],
  '7': [
    {
      text: 'A timeout on purchase is not a failure indication; see Endpoints, rule 3.',
      clauses: ['purchase-survives-timeout', 'timeout-is-not-failure'],
    },
    {
      text: 'Error codes, HTTP status codes and error body shape: not shown.',
      gaps: [
        'unauthenticated-status',
        'ip-not-allowed-status',
        'not-found-status',
        'invalid-body-status',
        'error-body',
        'unavailable-status',
        'success-status',
        'rate-limited-status',
      ],
    },
  ],
  '8': [
    {
      text: 'Polling interval: the client waits pollAfterSeconds seconds from the summary while status is PROCESSING.',
      clauses: ['waits-poll-after'],
      gaps: ['poll-interval-type'],
    },
    {
      text: 'Rate limits, quotas, size limits and timeouts: not shown.',
      gaps: [
        'rate-limits',
        'rate-limited-status',
        'size-limits',
        'reference-limits',
        'request-forms',
        'timeouts',
      ],
    },
  ],
  '9': [
    {
      text: 'The published reference for this API is labelled version 1.0.1.',
      context: 'a label: every report names it as the reference that it judges by',
    },
    {
      text: 'How versions are selected on requests, compatibility rules and deprecation: not shown.',
      gaps: ['versioning'],
    },
  ],
} as const
