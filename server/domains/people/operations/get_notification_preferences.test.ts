import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()

test('until they say otherwise, people are told what is meant for them', async () => {
  const luz = await openPerson(sql, actor.account.id)
  assert.deepEqual(await act('get_notification_preferences', {}, { as: luz }), {
    conversation_assigned: false,
    mention: true,
    owner_changed: true,
    sla_breached: false,
    activity_due: true,
  })
  assert.equal((await refusal(act('get_notification_preferences', {}))).code, 'permission_denied')
})
