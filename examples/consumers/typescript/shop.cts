import kit = require('partner-purchase-kit/client')

/** CommonJS that is checked by TypeScript. */
export function client(apiKey: string): kit.Client {
  // @ts-expect-error: a key is needed.
  kit.createClient({ baseUrl: 'https://api.example' })
  return kit.createClient({ baseUrl: 'https://api.example', apiKey })
}
