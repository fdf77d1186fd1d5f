import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDuration, writeDuration } from './duration-text.ts'

test('A duration is parsed as people write it', () => {
  const durations = {
    '15': 15,
    '15 min': 15,
    '15minutos': 15,
    '2 h': 120,
    '2 horas': 120,
    '1h 30': 90,
    '1 d': 1440,
    '2 días 4h': 3120,
  }
  for (const [text, minutes] of Object.entries(durations)) assert.equal(readDuration(text), minutes, text)
})

test('An invalid or out-of-range duration is refused', () => {
  for (const text of ['', 'pronto', '0', '-5', '1.5 h', '3 x', '9999 d'])
    assert.equal(readDuration(text), undefined, text)
})

test('A formatted duration parses to the same minutes', () => {
  assert.equal(writeDuration(90), '1 h 30 min')
  assert.equal(writeDuration(1440), '1 d')
  for (const minutes of [1, 59, 60, 61, 1439, 1500, 525_600])
    assert.equal(readDuration(writeDuration(minutes)), minutes)
})
