import { expect, test } from 'vitest'
import { rerunWords } from './rerun.ts'

test('a run at a service is run again at the same service, with the same card and limit', () => {
  const options = { baseUrl: 'https://api.example.com', sku: 'CARD', maxPurchases: 9, port: 0, host: '' }
  const words = rerunWords({ ...options, timeLimit: 60, timeout: 60 }, { env: {} } as never)
  expect(words.join(' ')).toContain('certify --base-url https://api.example.com --sku CARD --max-purchases 9')
})
