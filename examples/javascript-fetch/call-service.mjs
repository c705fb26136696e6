const { SERVICE_BASE_URL: baseUrl, SERVICE_PARTNER_API_KEY: apiKey } = process.env

const TIMEOUT_MS = 5_000

/**
 * One request. It does not throw: `data` is undefined unless the answer is a success that arrived whole, and `status`
 * is null when none did.
 */
export async function callService(method, path, body) {
  const headers = { Authorization: `Bearer ${apiKey}`, Accept: 'application/json' }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    // A redirect would take the key elsewhere.
    const response = await fetch(`${baseUrl}${path}`, { method, headers, body, signal, redirect: 'manual' })
    return answerOf(response, response.ok ? (await response.json()).data : undefined)
  } catch {
    // A broken connection, the timeout, or a body that is not JSON: of the outcome, all three say nothing.
    return { status: null, isRefused: false, retryAfterSeconds: 0, data: undefined }
  }
}

function answerOf({ status, headers }, data) {
  const isRefused = status >= 400 && status < 500 && status !== 429
  return { status, isRefused, retryAfterSeconds: secondsOf(headers.get('Retry-After') ?? ''), data }
}

/** The seconds that Retry-After asks for, as a number or a date; 0 where it asks for none. */
function secondsOf(asked) {
  return Number(asked) || Math.max(0, (Date.parse(asked) - Date.now()) / 1000) || 0
}
