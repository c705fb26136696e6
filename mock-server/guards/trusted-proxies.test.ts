import { describe, expect, test } from 'vitest'
import { type Hops, hopsInForwarded, hopsInXForwardedFor, trustProxies } from './trusted-proxies.ts'

const callerOf = trustProxies(['10.0.0.0/8', 'fd00::/8'])

function calledFrom(peer: string, xForwardedFor: string): string {
  return callerOf(peer, new Headers({ 'X-Forwarded-For': xForwardedFor }))
}

describe('through trusted proxies a call came from', () => {
  test.each([
    ['the one address', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['the last address that is no proxy', '10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['the address before them', '10.0.0.1', '203.0.113.7, 10.0.0.3, 10.0.0.2', '203.0.113.7'],
    ['no address before that one', '10.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['the first of them, where there is nobody else', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['a caller of IPv6', 'fd00::1', '2001:db8::1', '2001:db8::1'],
    ['a caller of the other version', 'fd00::1', '203.0.113.7', '203.0.113.7'],
    ['a caller behind a proxy that is written as IPv6', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['the last trusted one, where a hop is no address', '10.0.0.1', '203.0.113.7, unknown', '10.0.0.1'],
    ['the last trusted one, further on', '10.0.0.1', '203.0.113.7, x, 10.0.0.2', '10.0.0.2'],
    ['the peer, where the header is empty', '10.0.0.1', '', '10.0.0.1'],
  ])('%s', (_, peer, header, caller) => {
    expect(calledFrom(peer, header)).toBe(caller)
  })

  test('the peer, if no header says otherwise', () => {
    expect(callerOf('10.0.0.1', new Headers())).toBe('10.0.0.1')
  })
})

describe('two headers count', () => {
  const both = (forwarded: string, xForwardedFor: string) =>
    callerOf('10.0.0.1', new Headers({ Forwarded: forwarded, 'X-Forwarded-For': xForwardedFor }))

  test('if they agree on the caller', () => {
    expect(both('for=203.0.113.7', '203.0.113.7')).toBe('203.0.113.7')
    expect(both('for="[2001:db8::1]"', '198.51.100.1, 2001:DB8:0::1')).toBe('2001:db8::1')
  })

  test.each([
    ['for=203.0.113.7', '198.51.100.1'],
    ['for=unknown', '198.51.100.1'],
    ['for=203.0.113.7', ''],
  ])('not if %j contradicts %j: one of them may be the sender’s own', (forwarded, xForwardedFor) => {
    expect(both(forwarded, xForwardedFor)).toBe('10.0.0.1')
  })
})

test.each(['', 'proxy.example', '10.0.0.0/33', 'fe80::1%eth0', '*'])('the proxy %j is refused', (rule) => {
  expect(() => trustProxies([rule])).toThrow(TypeError)
  expect(() => trustProxies([rule])).toThrow(JSON.stringify(rule))
})

type Row = readonly [value: string, hops: Hops]

const NODES: readonly Row[] = [
  ['203.0.113.7', ['203.0.113.7']],
  ['203.0.113.7:4711', ['203.0.113.7']],
  ['[2001:db8::1]', ['2001:db8::1']],
  ['[2001:db8::1]:4711', ['2001:db8::1']],
  ['[2001:db8::1]:_port', ['2001:db8::1']],
  ['2001:db8::1', ['2001:db8::1']],
  ['::ffff:203.0.113.7', ['::ffff:203.0.113.7']],
  ['[fe80::1%eth0]:80', ['fe80::1%eth0']],
  ...`unknown _hidden 203.0.113.7:123456 203.0.113.7: 203.0.113.7:80:80 203.0.113.07 [203.0.113.7] [2001:db8::1
    2001:db8::1] [2001:db8::1]80 [[::1]] 203.0.113.7/32`
    .split(/\s+/)
    .map((text): Row => [text, [undefined]]),
  ['', [undefined]],
]

describe('X-Forwarded-For is read as a list of addresses', () => {
  test.each<Row>([
    ...NODES,
    [' 203.0.113.7 ,\t10.0.0.1 ', ['203.0.113.7', '10.0.0.1']],
    ['203.0.113.7, nonsense, 10.0.0.1', ['203.0.113.7', undefined, '10.0.0.1']],
    ['203.0.113.7,', ['203.0.113.7', undefined]],
    ['"203.0.113.7"', [undefined]],
    ['for=203.0.113.7', [undefined]],
  ])('%j', (value, hops) => {
    expect(hopsInXForwardedFor(value)).toEqual(hops)
  })
})

describe('Forwarded is read by RFC 7239', () => {
  test.each<Row>([
    ...NODES.map(([node, hops]) => [`for="${node}"`, hops] as const),
    ['for=203.0.113.7', ['203.0.113.7']],
    ['For=203.0.113.7;Proto=http;By=10.0.0.1', ['203.0.113.7']],
    ['proto=https; for=203.0.113.7 ;host=example.test', ['203.0.113.7']],
    ['for=203.0.113.7, for="[2001:db8::1]:4711"', ['203.0.113.7', '2001:db8::1']],
    [String.raw`for="203.0.\113.7"`, ['203.0.113.7']],
    ['host="a,b;for=10.0.0.9";for=203.0.113.7', ['203.0.113.7']],
    ['proto=http, for=203.0.113.7', [undefined, '203.0.113.7']],
    ['for=10.0.0.1;for=203.0.113.7', [undefined]],
    ['xfor=203.0.113.7', [undefined]],
  ])('%j', (value, hops) => {
    expect(hopsInForwarded(value)).toEqual(hops)
  })

  test.each([
    ['a quote that is left open', 'for=203.0.113.7, for="198.51.100.1, for=10.0.0.1'],
    ['a quote that swallows what a proxy wrote', 'for=203.0.113.7, x=", for="10.0.0.1"'],
    ['text after a quote', 'for=203.0.113.7, for="10.0.0.1"x'],
    ['a value without a name', 'for=203.0.113.7, 10.0.0.1'],
    ['an IPv6 address that is not quoted', 'for=203.0.113.7, for=[2001:db8::1]'],
    ['an element that is empty', 'for=203.0.113.7,, for=10.0.0.1'],
    ['blanks around an equals sign', 'for=203.0.113.7, for = 10.0.0.1'],
  ])('from %s on it is one unreadable hop', (_, value) => {
    expect(hopsInForwarded(value)).toEqual(['203.0.113.7', undefined])
  })

  test('a value that is made to be slow is parsed as fast as any other', () => {
    const hostile = `${'a=b;'.repeat(4000)}${'"'.repeat(4001)}`
    expect(hopsInForwarded(hostile)).toEqual([undefined])
  })
})
