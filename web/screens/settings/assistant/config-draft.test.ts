import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AiConfigChanges, type AiConfig } from '#contract/records/assistant.ts'
import { asChanges, readConfig } from './config-draft.ts'

const config: AiConfig = {
  inbox: { id: '1', name: 'Sitio' },
  enabled: true,
  temperature: 0.3,
  memory: { messages: 10, summary: false },
  rag_enabled: true,
  rag: { top_k: 5, threshold: null, collections: ['Ventas'] },
  enabled_tools: ['hand_over'],
  bypass_labels: [],
  handover: { on_request: true, on_low_confidence: true, after_messages: null, team: null, message: null },
  updated_at: null,
}

test('Untouched settings are sent unchanged and valid', () => {
  const { inbox: _, enabled: __, updated_at: ___, ...kept } = config
  assert.deepEqual(asChanges(readConfig(config)), kept)
  assert.ok(AiConfigChanges.safeParse(asChanges(readConfig(config))).success)
})

test('Numbers are parsed as people write them, and empty fields are null', () => {
  const draft = { ...readConfig(config), temperature: '0,7', threshold: '', after_messages: '4' }
  const { temperature, rag, handover } = asChanges(draft)
  assert.deepEqual([temperature, rag?.threshold, handover?.after_messages], [0.7, null, 4])
})
