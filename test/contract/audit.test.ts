import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry } from '#registry'
import { auditEn } from '#web/screens/settings/audit/words.en.ts'
import { auditEs } from '#web/screens/settings/audit/words.es.ts'

test('Every audited action has a name in both languages', () => {
  const kept = Object.entries(registry).filter(([, operation]) => 'audit' in operation)
  assert.ok(kept.length > 50)
  for (const audit of [auditEs, auditEn])
    assert.deepEqual(
      kept.map(([name]) => name).filter((name) => !Object.hasOwn(audit.actions, name)),
      [],
    )
})
