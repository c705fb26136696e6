import { describe, expect, test } from 'vitest'
import { ProfileError, parseProfile, resolveProfile } from './parse-profile.ts'
import { DEFAULT_PROFILE } from './profile-defaults.ts'

const FILE = 'partner-purchase.profile.json'

function complaintAbout(profile: unknown): string {
  try {
    parseProfile(typeof profile === 'string' ? profile : JSON.stringify(profile), FILE)
  } catch (error) {
    expect(error).toBeInstanceOf(ProfileError)
    return (error as Error).message
  }
  throw new Error(`accepted ${JSON.stringify(profile)}`)
}

describe('a profile in part', () => {
  test('that is empty gives the defaults', () => {
    expect(parseProfile('{}', FILE)).toEqual(DEFAULT_PROFILE)
  })

  test('that repeats the defaults, in any order, gives the defaults', () => {
    const { auth, states } = DEFAULT_PROFILE
    const said = { states, auth: { format: auth.format, header: auth.header } }
    expect(resolveProfile(said)).toEqual(DEFAULT_PROFILE)
  })

  test('is refused for an unknown key next to the defaults, even one without a value', () => {
    const auth = { ...DEFAULT_PROFILE.auth, scheme: undefined }
    expect(() => resolveProfile({ ...DEFAULT_PROFILE, auth })).toThrow('unknown key auth.scheme')
  })

  test('keeps the default of every key that it does not name', () => {
    const profile = resolveProfile({ auth: { header: 'X-Api-Key' }, states: { success: ['DONE'] } })
    expect(profile).toEqual({
      ...DEFAULT_PROFILE,
      auth: { header: 'X-Api-Key', format: DEFAULT_PROFILE.auth.format },
      states: { success: ['DONE'], failure: DEFAULT_PROFILE.states.failure },
    })
  })

  test('may begin with a byte order mark', () => {
    expect(parseProfile('\uFEFF{}', FILE)).toEqual(DEFAULT_PROFILE)
  })

  test('may state the provenance of a section or of a single answer', () => {
    const provenance = { auth: 'confirmed', 'errors.notFound': 'observed' } as const
    expect(resolveProfile({ provenance }).provenance).toEqual(provenance)
  })

  test('leaves the defaults as they are', () => {
    const before = structuredClone(DEFAULT_PROFILE)
    resolveProfile({ states: { success: ['DONE'] } }).states.success.push('MORE')
    resolveProfile({}).states.success.push('MORE')
    expect(DEFAULT_PROFILE).toEqual(before)
  })
})

describe('a complaint names the file, the key, what was found and what fits', () => {
  test.each([
    [
      { auth: { format: 'Bearer' } },
      'auth.format: found "Bearer", expected printable ASCII with {key} in it once',
    ],
    [{ auth: { header: 7 } }, 'auth.header: found 7, expected the name of a request header'],
    [{ auth: 'Bearer' }, 'auth: found "Bearer", expected an object with the keys header, format'],
    [{ price: null }, 'price: found null, expected an object with the keys amount, currency'],
    [{ lookup: [] }, 'lookup: found [], expected an object with the keys method, path'],
    [
      { lookup: { method: 'DELETE' } },
      'lookup.method: found "DELETE", expected one of "GET", "POST", "PUT", "QUERY"',
    ],
    [{ lookup: { path: '/orders' } }, 'lookup.path: found "/orders", expected a path that begins with /'],
    [
      { products: { pointer: '/items' } },
      'products.pointer: found "/items", expected a JSON Pointer (RFC 6901)',
    ],
    [
      { price: { amount: '/data/price/currency' } },
      'price: found {"amount":"/data/price/currency","currency":',
    ],
    [
      { ping: { mode: '/data/status' } },
      'ping: found {"status":"/data/status","mode":"/data/status"}, expected two',
    ],
    [
      { money: { currency: 'dollars' } },
      'money.currency: found "dollars", expected a currency code of ISO 4217',
    ],
    [{ states: { success: 'DONE' } }, 'states.success: found "DONE", expected a list of state names'],
    [
      { states: { success: ['FAILED'] } },
      'states.failure: found ["FAILED"], expected no state that is also in',
    ],
    [{ errors: { notFound: '404' } }, 'errors.notFound: found "404", expected a status code from 400 to 599'],
    [
      { limits: { requestsPerSecond: 0 } },
      'limits.requestsPerSecond: found 0, expected a whole number of requests',
    ],
    [
      { provenance: { auth: 'sure' } },
      'provenance.auth: found "sure", expected one of "assumed", "observed"',
    ],
    [
      { provenance: { 'auth.secret': 'assumed' } },
      'provenance.auth.secret: found "assumed", expected a key of the',
    ],
    [
      { provenance: 'observed' },
      'provenance: found "observed", expected an object such as {"auth": "confirmed"}',
    ],
    [{ nope: 1 }, 'unknown key nope; the keys here are auth, ping, lookup'],
    [{ auth: { scheme: 'Bearer' } }, 'unknown key auth.scheme; the keys here are header, format'],
    ['{"__proto__": {}}', 'unknown key __proto__; the keys here are auth, ping, lookup'],
    [
      '{"auth": {"__proto__": {"header": "X"}}}',
      'unknown key auth.__proto__; the keys here are header, format',
    ],
    [[], 'found [], expected a JSON object such as {"auth"'],
    ['null', 'found null, expected a JSON object such as {"auth"'],
    ['"text"', 'found "text", expected a JSON object such as {"auth"'],
    ['{"auth": }', 'found text that is not JSON ('],
    ['', 'found text that is not JSON ('],
  ])('%j', (profile, complaint) => {
    expect(complaintAbout(profile)).toContain(`${FILE}: ${complaint}`)
  })

  test('once each, on separate lines', () => {
    const lines = complaintAbout({
      nope: 1,
      auth: { header: '' },
      lookup: { path: '/ping?{partnerReference}' },
    })
    expect(lines.split('\n')).toHaveLength(3)
  })

  test('and cuts short what was found, where it is long', () => {
    expect(complaintAbout({ auth: { format: 'x'.repeat(500) } }).length).toBeLessThan(250)
  })
})

test('a file may have comments, trailing commas and the name of its schema', () => {
  const text =
    '{\n  "$schema": "./profile.schema.json", // for the editor\n  "states": { "success": ["ISSUED"], },\n}'
  expect(parseProfile(text, 'mine.json').states.success).toEqual(['ISSUED'])
})

test('broken JSON is refused with its line, and a typing error with the key that is meant', () => {
  expect(() => parseProfile('{\n  "auth": {}\n  "ping": {}\n}', 'mine.json')).toThrow(
    'mine.json: found text that is not JSON (line 3, column ',
  )
  expect(() => parseProfile('{"state": {}}', 'mine.json')).toThrow(
    'unknown key state; did you mean states? the keys here',
  )
  expect(() => parseProfile('{"errors": {"notfound": 404}}', 'mine.json')).toThrow(
    'errors.notfound; did you mean notFound?',
  )
})
