import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registry } from '#registry'
import { settingsEn } from '#web/locales/settings.en.ts'
import { settingsEs } from '#web/locales/settings.es.ts'

test('whatever is kept in the audit log has a name there, in both languages', () => {
  const kept = Object.entries(registry).filter(([, operation]) => 'audit' in operation)
  assert.ok(kept.length > 50)
  for (const { audit } of [settingsEs, settingsEn])
    assert.deepEqual(
      kept.map(([name]) => name).filter((name) => !Object.hasOwn(audit.actions, name)),
      [],
    )
})
