import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { limitsOf, plans } from '#contract/plans.ts'
import { ai_tools } from '#contract/records/assistant.ts'
import { complete, defaults, revise, sanitize, type Settings } from './rules.ts'

const settings: fc.Arbitrary<Settings> = fc.record({
  temperature: fc.double({ min: 0, max: 2, noNaN: true }),
  memory: fc.record({ messages: fc.integer({ min: 1, max: 50 }), summary: fc.boolean() }),
  rag_enabled: fc.boolean(),
  rag: fc.record({
    top_k: fc.integer({ min: 1, max: 20 }),
    threshold: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    collection_ids: fc.array(fc.stringMatching(/^\d{1,4}$/)),
  }),
  enabled_tools: fc.subarray([...ai_tools]),
  bypass_label_ids: fc.array(fc.stringMatching(/^\d{1,4}$/)),
  handover: fc.record({
    on_request: fc.boolean(),
    on_low_confidence: fc.boolean(),
    after_messages: fc.option(fc.integer({ min: 1, max: 100 })),
    team_id: fc.option(fc.stringMatching(/^\d{1,4}$/)),
    message: fc.option(fc.string()),
  }),
})

test('Only the given settings change, including those nested in memory, rag and handover', () => {
  const after = revise(defaults, { temperature: 0, rag: { top_k: 9 }, handover: { message: 'Ya', team_id: undefined } })
  assert.deepEqual(after, {
    ...defaults,
    temperature: 0,
    rag: { ...defaults.rag, top_k: 9 },
    handover: { ...defaults.handover, message: 'Ya' },
  })
  assert.deepEqual(complete({}), defaults)
  fc.assert(fc.property(settings, (before) => assert.deepEqual(revise(before, {}), structuredClone(before))))
})

test('Settings beyond the plan are lowered and reported, and the lowered settings need no further change', () => {
  fc.assert(
    fc.property(settings, fc.constantFrom(...Object.keys(plans), 'unknown'), (wanted, plan) => {
      const { ai } = limitsOf(plan)
      const { settings: after, adjusted } = sanitize(wanted, plan)
      assert.ok(after.memory.messages <= ai.messages && after.rag.top_k <= ai.top_k)
      assert.ok(after.enabled_tools.every((tool) => ai.tools.includes(tool)))
      assert.deepEqual(sanitize(after, plan), { settings: after, adjusted: [] })
      assert.deepEqual(adjusted.length === 0, JSON.stringify(after) === JSON.stringify(wanted))
      for (const { key, from, to } of adjusted) {
        const [outer, inner] = key.split('.') as ['memory', 'messages']
        const at = (of: Settings) => (inner ? of[outer][inner] : of[outer])
        assert.deepEqual([at(wanted), at(after)], [from, to])
      }
    }),
  )
})

test('A self-hosted installation may use every setting', () => {
  fc.assert(fc.property(settings, (wanted) => assert.deepEqual(sanitize(wanted, 'self_hosted').adjusted, [])))
})
