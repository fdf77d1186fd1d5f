import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAddress, splitAddresses } from './addresses.ts'

test('Addresses are given by comma, semicolon or space, each once', () => {
  assert.deepEqual(splitAddresses(' a@x.mx, B@x.mx;<c@x.mx>  a@x.mx '), ['a@x.mx', 'b@x.mx', 'c@x.mx'])
  assert.deepEqual(splitAddresses(' , '), [])
})

test('An address has a name and a domain', () => {
  for (const right of ['a@x.mx', 'ana.ruiz+1@correo.example', 'ñandú@x.com.ar']) assert.ok(isAddress(right), right)
  for (const wrong of ['', 'ana', '@x.mx', 'ana@x', 'ana@x.', 'a@b@x.mx', 'ana@.mx'])
    assert.ok(!isAddress(wrong), wrong)
})
