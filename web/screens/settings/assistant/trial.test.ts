import assert from 'node:assert/strict'
import { test } from 'node:test'
import { historyOf, type Said } from './trial.ts'

const reply = (text: string | null): Said => ({
  role: 'agent',
  answer: { reply: text, handed_over: null, tool_calls: [], sources: [], model: null },
})

test('the agent is told what was said before, and not its silences', () => {
  const said: Said[] = [{ role: 'customer', content: 'Hola' }, reply('¡Hola!'), reply(null)]
  assert.deepEqual(historyOf(said), [
    { role: 'customer', content: 'Hola' },
    { role: 'agent', content: '¡Hola!' },
  ])
})

test('a long trial is told from its latest lines', () => {
  const said = Array.from({ length: 60 }, (_, index): Said => ({ role: 'customer', content: String(index) }))
  assert.equal(historyOf(said).length, 50)
  assert.equal(historyOf(said).at(-1)?.content, '59')
})
