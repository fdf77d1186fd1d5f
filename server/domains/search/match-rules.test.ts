import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editDistance } from '#domains/knowledge/search/spelling-rules.ts'
import { best, isMisspellable, spellings, wordsOf } from './match-rules.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'n', 'r', 'z'), minLength: 4, maxLength: 7 })

test('The spellings of a word are the words one typing error away, and itself', () => {
  fc.assert(
    fc.property(letters, letters, (word, other) => {
      assert.equal(spellings(word).includes(other), editDistance(word, other, 1) <= 1)
    }),
  )
  for (const near of ['oscra', 'oscr', 'oscaar', 'oskar', 'soscar', 'scar'])
    assert.ok(spellings('oscar').includes(near))
})

test('Short words, numbers and codes have no other spelling', () => {
  assert.deepEqual(['ana', 'apt-12', '3001234567', 'x'.repeat(21)].filter(isMisspellable), [])
  assert.ok(isMisspellable('oscar'))
})

test('Words are split at punctuation, without case and accents', () => {
  assert.deepEqual(wordsOf(" APT-BOG/12, José@x.co [a]_b'c` "), ['apt', 'bog', '12', 'jose', 'x', 'co', 'a', 'b', 'c'])
})

test('The best match has whole words of the name, then beginnings, parts, other fields; of equals the newest', () => {
  const make = (name: string, also = '', recent_at = '2026-01-01') => ({ id: name + recent_at, name, also, recent_at })
  const all = [
    make('Otra', ''),
    make('Rita', 'ana@example.com'),
    make('Juana'),
    make('Anabel'),
    make('Luz Ana'),
    make('Ana', '', '2025-01-01'),
    make('Ana', '', '2026-02-01'),
  ]
  assert.deepEqual(
    best(all, ['Aná'], 6).map(({ name, recent_at }) => `${name} ${recent_at}`),
    [
      'Ana 2026-02-01',
      'Ana 2025-01-01',
      'Luz Ana 2026-01-01',
      'Anabel 2026-01-01',
      'Juana 2026-01-01',
      'Rita 2026-01-01',
    ],
  )
})
