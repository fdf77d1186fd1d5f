import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '#test/runs.ts'
import { smsSegments } from './sms-segments.ts'

test('One accented vowel turns a message into UCS-2, which has less than half the room', () => {
  assert.deepEqual(smsSegments('Sí, confirmo la cita'), { encoding: 'ucs-2', segments: 1, length: 20 })
  assert.deepEqual(smsSegments(`¡Mañana a las 5, señor! ¿Qué té? ${'a'.repeat(127)}`), {
    encoding: 'gsm-7',
    segments: 1,
    length: 160,
  })
  assert.deepEqual(smsSegments(`á${'a'.repeat(159)}`), { encoding: 'ucs-2', segments: 3, length: 160 })
})

test('The limits are 160 and 153 characters, or 70 and 67', () => {
  const count = (character: string, times: number) => smsSegments(character.repeat(times)).segments
  assert.deepEqual(
    [0, 1, 160, 161, 306, 307].map((times) => count('a', times)),
    [0, 1, 1, 2, 2, 3],
  )
  assert.deepEqual(
    [1, 70, 71, 134, 135].map((times) => count('á', times)),
    [1, 1, 2, 2, 3],
  )
})

test('Characters that count twice are not divided between segments', () => {
  assert.deepEqual(smsSegments('€'.repeat(80)), { encoding: 'gsm-7', segments: 1, length: 160 })
  // 76 fit into each segment of 153, with one place left over.
  assert.equal(smsSegments('€'.repeat(153)).segments, 3)
  assert.deepEqual(smsSegments('😀'.repeat(35)), { encoding: 'ucs-2', segments: 1, length: 70 })
  assert.equal(smsSegments('😀'.repeat(67)).segments, 3)
})

test('More text never needs fewer segments, and the segments hold the whole text', () => {
  const character = fc.oneof(
    fc.constantFrom('a', 'ñ', '€', '[', 'á', '😀', '\n'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  )
  const text = fc.array(character, { maxLength: 400 }).map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (start, end) => {
      const { encoding, segments, length } = smsSegments(start)
      const [one, each] = encoding === 'gsm-7' ? [160, 153] : [70, 67]
      assert.equal(segments <= 1, length <= one)
      assert.ok(segments <= 1 || segments * each >= length)
      // At most one place of each segment stays empty.
      assert.ok(segments <= 1 || (segments - 1) * (each - 1) < length)
      assert.ok(smsSegments(start + end).segments >= segments)
    }),
    runs(2000),
  )
})
