import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup/provision.ts'
import { startSession, openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, addAccount } = await openWorkspace()
const quiet_hours = { from: '21:00', to: '07:00', time_zone: 'America/Bogota' }

test('Only the given settings change, for this person in this workspace', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const sol = await openPerson(sql, actor.account.id)
  const other = await addAccount()
  await createUser(sql, { account_id: other.actor.account.id, name: 'x', email: luz.email, role: 'agent' })
  const before = await act('get_notification_preferences', {}, { as: luz })
  const update = (changes: object) => act('update_notification_preferences', changes as never, { as: luz })
  await update({ kinds: { mention: { email: false } } })
  await update({ kinds: { mention: { push: false }, customer_replied: { sound: false } } })
  await update({ quiet_hours })
  const changed = await update({ show_text: false })
  assert.deepEqual(changed, {
    kinds: {
      ...before.kinds,
      mention: { ...before.kinds.mention, email: false, push: false },
      customer_replied: { ...before.kinds.customer_replied, sound: false },
    },
    quiet_hours,
    show_text: false,
  })
  assert.deepEqual(await act('get_notification_preferences', {}, { as: luz }), changed)
  assert.equal((await update({ quiet_hours: null })).quiet_hours, null)
  const elsewhere = await startSession(sql, other.actor.account.id, luz.id!)
  for (const as of [sol, elsewhere]) assert.deepEqual(await act('get_notification_preferences', {}, { as }), before)
})

test('Two changes at once both count', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const kinds = ['mention', 'owner_changed', 'activity_due', 'sla_breached'] as const
  await Promise.all(
    kinds.map((kind) => act('update_notification_preferences', { kinds: { [kind]: { push: false } } }, { as: luz })),
  )
  const after = await act('get_notification_preferences', {}, { as: luz })
  assert.deepEqual(
    kinds.map((kind) => after.kinds[kind].push),
    [false, false, false, false],
  )
})

test('Settings that make no sense are refused and change nothing', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const before = await act('get_notification_preferences', {}, { as: luz })
  const wrong = [
    { kinds: { mention: { push: 'no' } } },
    { kinds: { customer_replied: { email: true } } },
    { quiet_hours: { ...quiet_hours, to: quiet_hours.from } },
    { quiet_hours: { ...quiet_hours, from: '25:00' } },
    { quiet_hours: { ...quiet_hours, time_zone: 'Mars/Olympus' } },
  ]
  for (const changes of wrong) {
    const { code } = await refusal(act('update_notification_preferences', changes as never, { as: luz }))
    assert.equal(code, 'invalid_request')
  }
  assert.deepEqual(await act('get_notification_preferences', {}, { as: luz }), before)
})
