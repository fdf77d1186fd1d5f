import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaignEn } from '#web/screens/settings/campaigns/words.en.ts'
import { campaignEs } from '#web/screens/settings/campaigns/words.es.ts'
import { outboxEn } from '#web/screens/settings/outbox/words.en.ts'
import { outboxEs } from '#web/screens/settings/outbox/words.es.ts'
import { notificationsEn } from '#web/screens/settings/notifications/words.en.ts'
import { notificationsEs } from '#web/screens/settings/notifications/words.es.ts'
import { asLine, nameOfAction } from './action-name.ts'
import { auditEn } from './words.en.ts'
import { auditEs } from './words.es.ts'

test('An action has a name, and an unknown one is shown by its operation', () => {
  assert.equal(nameOfAction('sign_in', auditEs.actions), 'Inició sesión')
  assert.equal(nameOfAction('paint_the_fence', auditEs.actions), 'Paint the fence')
})

test('Any value fits on one line', () => {
  assert.equal(asLine(['a', 'b']), 'a, b')
  assert.equal(asLine({ any: [1] }), '{"any":[1]}')
  assert.equal(asLine(null), '—')
  assert.equal(asLine([]), '—')
  assert.equal(asLine(false), 'false')
})

test('Both languages have the same actions, e-mails and notifications', () => {
  const pairs = [
    [auditEs.actions, auditEn.actions],
    [outboxEs.kinds, outboxEn.kinds],
    [notificationsEs.kinds, notificationsEn.kinds],
    [campaignEs.variables, campaignEn.variables],
  ] as const
  for (const [es, en] of pairs) assert.deepEqual(Object.keys(en).sort(), Object.keys(es).sort())
})
