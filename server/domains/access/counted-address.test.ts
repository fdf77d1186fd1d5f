import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedAddress } from '#domains/access/counted-address.ts'

test('All addresses of an IPv6 network of 64 bits count as one', () => {
  const network = countedAddress('2001:db8:1:2::1')
  assert.equal(network, '2001:db8:1:2::/64')
  for (const ip of ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:0001:0002:0:0:0:9', '[2001:db8:1:2::7]:443'])
    assert.equal(countedAddress(ip), network, ip)
  assert.notEqual(countedAddress('2001:db8:1:3::1'), network)
})

test('An IPv4 address counts the same in every notation, and never as another one', () => {
  for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109', '203.0.113.9:51234'])
    assert.equal(countedAddress(ip), '203.0.113.9', ip)
  assert.notEqual(countedAddress('203.0.113.10'), '203.0.113.9')
})

test('An address that a proxy writes in an unknown way still counts', () => {
  assert.equal(countedAddress('unknown'), 'unknown')
  assert.equal(countedAddress('_hidden:x'), '_hidden:x')
  assert.equal(countedAddress('x'.repeat(10_000)).length, 64)
})
