import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDuration, writeDuration } from './duration-text.ts'

test('a time is read as people write it', () => {
  const said = {
    '15': 15,
    '15 min': 15,
    '15minutos': 15,
    '2 h': 120,
    '2 horas': 120,
    '1h 30': 90,
    '1 d': 1440,
    '2 días 4h': 3120,
  }
  for (const [text, minutes] of Object.entries(said)) assert.equal(readDuration(text), minutes, text)
})

test('what is no time, or none that can be promised, is not read', () => {
  for (const text of ['', 'pronto', '0', '-5', '1.5 h', '3 x', '9999 d'])
    assert.equal(readDuration(text), undefined, text)
})

test('what is written is read as the same time', () => {
  assert.equal(writeDuration(90), '1 h 30 min')
  assert.equal(writeDuration(1440), '1 d')
  for (const minutes of [1, 59, 60, 61, 1439, 1500, 525_600])
    assert.equal(readDuration(writeDuration(minutes)), minutes)
})
