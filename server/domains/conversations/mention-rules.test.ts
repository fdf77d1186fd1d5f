import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mentionedIn } from '#domains/conversations/mention-rules.ts'

const agents = [
  { id: '1', name: 'Ana' },
  { id: '2', name: 'Ana María' },
  { id: '3', name: 'José Núñez' },
  { id: '4', name: 'Luz' },
  { id: '5', name: 'Luz' },
  { id: '6', name: 'C++ (soporte)' },
  { id: '7', name: '' },
]
const named = (content: string) => mentionedIn(content, agents).map(({ id }) => id)

test('an @ and the full name, without regard to case and accents, mean an agent', () => {
  assert.deepEqual(named('@Ana mira esto'), ['1'])
  assert.deepEqual(named('oye @jose nunez, ¿puedes?'), ['3'])
  assert.deepEqual(named('¿(@JOSÉ NÚÑEZ)?'), ['3'])
  assert.deepEqual(named('@C++ (soporte): ayuda'), ['6'])
  assert.deepEqual(named('José'.normalize('NFD').replace(/^/, '@') + ' Núñez'.normalize('NFD')), ['3'])
})

test('the longest name counts, and each @ for itself', () => {
  assert.deepEqual(named('@Ana María'), ['2'])
  assert.deepEqual(named('@Ana María y @Ana'), ['1', '2'])
  assert.deepEqual(named('@Ana Marín'), ['1'])
  assert.deepEqual(named('@Luz'), ['4', '5'], 'two of the same name are both meant')
})

test('what only looks like it means nobody', () => {
  for (const content of [
    'Ana',
    '@ Ana',
    '@Anabel',
    '@Ana2',
    'ana@ana.com',
    'x.@Ana',
    '@José',
    '@',
    '',
    '@@',
    '[Ana](mention://user/1x/Ana)',
  ])
    assert.deepEqual(named(content), [], content)
})

test('a link with an id means who has the id, whatever it is called', () => {
  assert.deepEqual(named('[@Ana](mention://user/3/Ana) hola'), ['3'])
  assert.deepEqual(named('[@Quien sea](mention://user/1/x) y [@Otra](mention://user/2)'), ['1', '2'])
  assert.deepEqual(
    named('[@Nadie](mention://user/999/Nadie) [@Ana](mention://team/1/Ana)'),
    ['1'],
    'the text of a team is text',
  )
})

test('any text is read in a moment, and only agents come out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      for (const agent of mentionedIn(`${text}@${text}[@`, agents)) assert.ok(agents.includes(agent))
    }),
  )
  assert.deepEqual(named('[@'.repeat(20_000)), [])
  assert.deepEqual(named(`${'@an'.repeat(20_000)}`), [])
})
