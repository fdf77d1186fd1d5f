import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectMatch, subjectsOf } from './subjects.ts'

const names = (text: string) => [...subjectsOf(text)].map(({ words }) => words)

test('Everyday and formal words in both languages mention the same subject', () => {
  const refund = names('El reembolso se hace en diez días')[0]!
  for (const text of ['¿me devuelven la plata?', 'I want my money back', 'quiero un reintegro', 'Can I get a refund?'])
    assert.ok(names(text).includes(refund), text)
})

test('Phrases count as a whole, at the end of a text too', () => {
  assert.ok(names('quiero dar de baja').some((name) => name.includes('cancel')))
  assert.ok(!names('quiero dar de').some((name) => name.includes('cancel')))
})

test('Texts about the same subjects match, others do not', () => {
  const asked = subjectsOf('¿puedo llevar a mi perro?')
  assert.ok(subjectMatch(asked, subjectsOf('Dogs up to 15 kg are welcome')) > 0.3)
  assert.equal(subjectMatch(asked, subjectsOf('La garantía es de un año')), 0)
  assert.equal(subjectMatch(subjectsOf(''), asked), 0)
})
