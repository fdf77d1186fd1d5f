import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import { choosePassage } from './choice-rules.ts'

const hit = (document_id: string, confidence: number, more: Partial<KnowledgeHit> = {}): KnowledgeHit => ({
  document_id,
  title: `Título ${document_id}`,
  heading: null,
  text: '',
  collection: { id: '1', name: 'x' },
  confidence,
  score: 0.5,
  word_match: 0,
  source_url: null,
  url: '',
  ...more,
})

test('A sure passage is the answer', () => {
  const first = hit('1', 0.9)
  assert.deepEqual(choosePassage([first, hit('2', 0.3)]), { kind: 'answer', passage: first })
})

test('Between two likely passages the customer is asked which one is meant', () => {
  const two = [hit('1', 0.5, { title: 'Bogotá' }), hit('1', 0.5), hit('2', 0.45, { title: 'Medellín' })]
  assert.deepEqual(choosePassage(two), { kind: 'clarify', names: ['Bogotá', 'Medellín'] })
  const headed = two.map((each, i) => ({ ...each, title: 'Sedes', heading: `Horarios › Sede ${i}` }))
  assert.deepEqual(choosePassage(headed), { kind: 'clarify', names: ['Sede 0', 'Sede 2'] })
})

test('Weak passages, or two that nothing tells apart, are left to a person', () => {
  assert.equal(choosePassage([]).kind, 'hand_over')
  assert.equal(choosePassage([hit('1', 0.5), hit('2', 0.2)]).kind, 'hand_over')
  assert.equal(choosePassage([hit('1', 0.35), hit('2', 0.35)]).kind, 'hand_over')
  assert.equal(choosePassage([hit('1', 0.5, { title: 'Ayuda' }), hit('2', 0.5, { title: 'Ayuda' })]).kind, 'hand_over')
})
