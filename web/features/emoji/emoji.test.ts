import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emojiGroups, findEmoji } from './emoji.ts'

test('Emoji are found by English and Spanish words, with or without accents', () => {
  assert.deepEqual(findEmoji('corazon roto'), [{ group: 'hearts', emoji: ['💔'] }])
  assert.deepEqual(findEmoji('Shipping'), [{ group: 'things', emoji: ['📦'] }])
  assert.deepEqual(findEmoji('zzz'), [])
  assert.equal(findEmoji('').length, 4)
})

test('Each emoji is one that platforms draw as a single picture, and is offered once', () => {
  const all = Object.values(emojiGroups).flatMap((group) => group.map(([emoji]) => emoji as string))
  for (const emoji of all) assert.match(emoji, /^\p{RGI_Emoji}$/v)
  assert.equal(new Set(all).size, all.length)
})
