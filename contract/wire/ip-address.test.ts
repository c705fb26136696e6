import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockHolds, parseAddress, parseBlock } from './ip-address.ts'

/** Whether a rule lets an address in. */
function holds(rule: string, text: string): boolean {
  const [block, address] = [parseBlock(rule), parseAddress(text)]
  if (block === undefined || address === undefined) throw new Error(`${rule} or ${text} was not read`)
  return blockHolds(block, address)
}

describe('one address is read from each of its spellings', () => {
  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '::FFFF:c000:0201'],
    ['192.0.2.1', '0:0:0:0:0:ffff:192.0.2.1'],
    ['::', '0:0:0:0:0:0:0:0'],
    ['::1', '0:0::0.0.0.1'],
    ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1'],
    ['2001:db8::', '2001:db8:0:0::0:0'],
    ['fe80::1', 'fe80::1%eth0'],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
  ])('%s and %s', (one, other) => {
    expect(parseAddress(other)).toEqual(parseAddress(one))
    expect(parseAddress(one)).toBeDefined()
  })
})

const NO_ADDRESSES = [
  '',
  ' ',
  'unknown',
  'localhost',
  '1',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.256',
  '01.2.3.4',
  '1.2.3.4 ',
  '+1.2.3.4',
  '0x1.2.3.4',
  '1.2.3.4:80',
  '1.2.3.4%eth0',
  '[::1]',
  ':',
  ':::',
  '1::2::3',
  '::1:',
  ':1::',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  '1.2.3.4::',
  '::1.2.3.4:5',
  '::12345',
  '::g',
  '::1%',
  '::1%lo',
  'fe80::1%',
  'fe80::1%a%b',
]

describe('no address is read from', () => {
  test.each(NO_ADDRESSES)('%j', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })

  test.each([...NO_ADDRESSES, '1.2.3.4/33', '1.2.3.4/', '1.2.3.4/08', '1.2.3.4/-1', '::/129', '::/1/1'])(
    '%j as a rule, either',
    (text) => {
      expect(parseBlock(text)).toBeUndefined()
    },
  )

  test('a rule with a zone id', () => {
    expect(parseBlock('fe80::1%eth0')).toBeUndefined()
  })
})

describe('a block holds', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7/24', '192.0.2.255'],
    ['192.0.2.8/31', '::ffff:192.0.2.9'],
    ['0.0.0.0/0', '255.255.255.255'],
    ['::ffff:192.0.2.0/120', '192.0.2.1'],
    ['2001:db8:5::/48', '2001:db8:5:ffff::'],
    ['::/0', '2001:db8::'],
    ['fe80::/10', 'febf::1%eth0'],
  ])('%s: %s', (rule, address) => {
    expect(holds(rule, address)).toBe(true)
  })

  test.each([
    ['192.0.2.7', '192.0.2.8'],
    ['192.0.2.8/31', '192.0.2.10'],
    ['2001:db8:5::/48', '2001:db8:6::'],
    ['::/0', '192.0.2.1'],
    ['0.0.0.0/0', '::'],
    ['::102:304', '1.2.3.4'],
  ])('%s, and not %s', (rule, address) => {
    expect(holds(rule, address)).toBe(false)
  })
})

test('what is an address is what the platform takes for one', () => {
  const spelt = fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.stringMatching(/^[0-9a-f:.]{0,20}$/))
  fc.assert(fc.property(spelt, (text) => (parseAddress(text) !== undefined) === (isIP(text) !== 0)))
})
