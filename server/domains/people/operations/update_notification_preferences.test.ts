import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup.ts'
import { openBrowser, openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, addAccount } = await openWorkspace()

test('what is given changes, for this person in this workspace', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const sol = await openPerson(sql, actor.account.id)
  const other = await addAccount()
  await createUser(sql, { account_id: other.actor.account.id, name: 'x', email: luz.email, role: 'agent' })
  await act('update_notification_preferences', { mention: false }, { as: luz })
  const changed = await act('update_notification_preferences', { sla_breached: true }, { as: luz })
  assert.deepEqual([changed.mention, changed.sla_breached, changed.owner_changed], [false, true, true])
  assert.deepEqual(await act('get_notification_preferences', {}, { as: luz }), changed)
  const elsewhere = await openBrowser(sql, other.actor.account.id, luz.id!)
  for (const as of [sol, elsewhere]) assert.equal((await act('get_notification_preferences', {}, { as })).mention, true)
  const wrong = { mention: 'no' } as never
  assert.equal((await refusal(act('update_notification_preferences', wrong, { as: luz }))).code, 'invalid_request')
})
