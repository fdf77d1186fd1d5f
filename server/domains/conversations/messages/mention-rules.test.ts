import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findMentions } from './mention-rules.ts'

const agents = [
  { id: '1', name: 'Ana' },
  { id: '2', name: 'Ana María' },
  { id: '3', name: 'José Núñez' },
  { id: '4', name: 'Luz' },
  { id: '5', name: 'Luz' },
  { id: '6', name: 'C++ (soporte)' },
  { id: '7', name: '' },
]
const mentionedIds = (content: string) => findMentions(content, agents).map(({ id }) => id)

test('An @ with a full name mentions an agent, ignoring case and accents', () => {
  assert.deepEqual(mentionedIds('@Ana mira esto'), ['1'])
  assert.deepEqual(mentionedIds('oye @jose nunez, ¿puedes?'), ['3'])
  assert.deepEqual(mentionedIds('¿(@JOSÉ NÚÑEZ)?'), ['3'])
  assert.deepEqual(mentionedIds('@C++ (soporte): ayuda'), ['6'])
  assert.deepEqual(mentionedIds('José'.normalize('NFD').replace(/^/, '@') + ' Núñez'.normalize('NFD')), ['3'])
})

test('The longest matching name wins, and each @ is read on its own', () => {
  assert.deepEqual(mentionedIds('@Ana María'), ['2'])
  assert.deepEqual(mentionedIds('@Ana María y @Ana'), ['1', '2'])
  assert.deepEqual(mentionedIds('@Ana Marín'), ['1'])
  assert.deepEqual(mentionedIds('@Luz'), ['4', '5'], 'agents with the same name are both mentioned')
})

test('Text that only resembles a mention mentions nobody', () => {
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
    assert.deepEqual(mentionedIds(content), [], content)
})

test('A link with an ID mentions the agent with that ID, whatever its text', () => {
  assert.deepEqual(mentionedIds('[@Ana](mention://user/3/Ana) hola'), ['3'])
  assert.deepEqual(mentionedIds('[@Quien sea](mention://user/1/x) y [@Otra](mention://user/2)'), ['1', '2'])
  assert.deepEqual(
    mentionedIds('[@Nadie](mention://user/999/Nadie) [@Ana](mention://team/1/Ana)'),
    ['1'],
    'the text of a team is text',
  )
})

test('Any text can be parsed, and only agents are mentioned', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      for (const agent of findMentions(`${text}@${text}[@`, agents)) assert.ok(agents.includes(agent))
    }),
  )
  assert.deepEqual(mentionedIds('[@'.repeat(20_000)), [])
  assert.deepEqual(mentionedIds(`${'@an'.repeat(20_000)}`), [])
})
