/** Every call to the mock's own surface, one that is not there, and its root. */
export const ADMIN_CALLS = [
  ['GET', '/__mock/health'],
  ['GET', '/__mock/assumptions'],
  ['GET', '/__mock/journal'],
  ['GET', '/__mock/journal.jsonl'],
  ['POST', '/__mock/clock'],
  ['POST', '/__mock/reset'],
  ['GET', '/__mock/none'],
  ['GET', '/__mock'],
  ['GET', '/%5F_mock/journal'],
  ['GET', '//__MOCK/journal'],
  ['POST', '/.%2F__%256Dock/clock'],
  ['HEAD', '/__mock/journal'],
  ['OPTIONS', '/__mock/journal'],
] as const
