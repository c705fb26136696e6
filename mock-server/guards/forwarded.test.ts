import { describe, expect, test } from 'vitest'
import { type Hops, hopsInForwarded, hopsInXForwardedFor } from './trusted-proxies.ts'

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
  ['unknown', [undefined]],
  ['_hidden', [undefined]],
  ['203.0.113.7:123456', [undefined]],
  ['203.0.113.7:', [undefined]],
  ['203.0.113.7:80:80', [undefined]],
  ['203.0.113.07', [undefined]],
  ['[203.0.113.7]', [undefined]],
  ['[2001:db8::1', [undefined]],
  ['2001:db8::1]', [undefined]],
  ['[2001:db8::1]80', [undefined]],
  ['[[::1]]', [undefined]],
  ['203.0.113.7/32', [undefined]],
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
