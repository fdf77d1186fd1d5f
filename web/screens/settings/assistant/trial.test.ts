import assert from 'node:assert/strict'
import { test } from 'node:test'
import { historyOf, type TrialMessage } from './trial.ts'

const reply = (text: string | null): TrialMessage => ({
  role: 'agent',
  answer: { reply: text, handed_over: null, tool_calls: [], sources: [], model: null },
})

test('The agent gets the previous messages, without turns in which it did not reply', () => {
  const messages: TrialMessage[] = [{ role: 'customer', content: 'Hola' }, reply('¡Hola!'), reply(null)]
  assert.deepEqual(historyOf(messages), [
    { role: 'customer', content: 'Hola' },
    { role: 'agent', content: '¡Hola!' },
  ])
})

test('A long trial sends only its latest messages', () => {
  const messages = Array.from({ length: 60 }, (_, index): TrialMessage => ({
    role: 'customer',
    content: String(index),
  }))
  assert.equal(historyOf(messages).length, 50)
  assert.equal(historyOf(messages).at(-1)?.content, '59')
})
