import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()

test('By default everything is announced, and mails are about what is addressed to the person', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const announced = { app: true, desktop: true, sound: true, push: true }
  assert.deepEqual(await act('get_notification_preferences', {}, { as: luz }), {
    kinds: {
      conversation_assigned: { ...announced, email: false },
      mention: { ...announced, email: true },
      customer_waiting: announced,
      customer_replied: announced,
      owner_changed: { ...announced, email: true },
      sla_due_soon: { ...announced, email: false },
      sla_breached: { ...announced, email: false },
      activity_due: { ...announced, email: true },
    },
    quiet_hours: null,
    show_text: true,
  })
  assert.equal((await refusal(act('get_notification_preferences', {}))).code, 'permission_denied')
})
