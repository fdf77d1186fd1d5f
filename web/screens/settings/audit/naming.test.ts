import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsEn } from '#web/locales/settings.en.ts'
import { settingsEs } from '#web/locales/settings.es.ts'
import { asLine, nameOfAction } from './naming.ts'

test('an action has a name, and one nobody has named goes by its own', () => {
  assert.equal(nameOfAction('sign_in', settingsEs.audit.actions), 'Inició sesión')
  assert.equal(nameOfAction('paint_the_fence', settingsEs.audit.actions), 'Paint the fence')
})

test('whatever an action was given fits on a line', () => {
  assert.equal(asLine(['a', 'b']), 'a, b')
  assert.equal(asLine({ any: [1] }), '{"any":[1]}')
  assert.equal(asLine(null), '—')
  assert.equal(asLine([]), '—')
  assert.equal(asLine(false), 'false')
})

test('both languages name the same actions, mails and notices', () => {
  const open = (words: typeof settingsEs) =>
    [words.audit.actions, words.outbox.kinds, words.notifications.kinds, words.campaigns.variables].map((names) =>
      Object.keys(names).sort(),
    )
  assert.deepEqual(open(settingsEn), open(settingsEs))
})
