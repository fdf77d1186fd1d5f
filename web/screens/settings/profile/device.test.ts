import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from './device.ts'

test('A session shows its browser and system', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
  assert.deepEqual(deviceOf(`${chrome} Safari/537.36`), { name: 'Chrome · Windows', isPhone: false })
  assert.deepEqual(deviceOf(`${chrome} Safari/537.36 Edg/140.0.0.0`), { name: 'Edge · Windows', isPhone: false })
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'
  assert.deepEqual(deviceOf(iphone), { name: 'Safari · iPhone', isPhone: true })
  const android = 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0'
  assert.deepEqual(deviceOf(android), { name: 'Firefox · Android', isPhone: true })
})

test('An unknown user agent has no name', () => {
  assert.equal(deviceOf(null), undefined)
  assert.equal(deviceOf('curl/8.14.1'), undefined)
})
