import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()

test('Resetting replaces or creates the address, and the audit log records it without the address', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const first = await act('reset_calendar_feed', {}, { as: luz })
  const second = await act('reset_calendar_feed', {}, { as: luz })
  assert.notEqual(second.url, first.url)
  assert.deepEqual(await act('get_calendar_feed', {}, { as: luz }), second)
  const entries = await sql<{ details: object }>`
    select details from audit_entries where account_id = ${actor.account.id} and action = 'reset_calendar_feed'`
  assert.deepEqual(entries, [{ details: {} }, { details: {} }])
})

test('API keys cannot read a calendar feed', async () => {
  assert.equal((await refusal(act('reset_calendar_feed', {}))).code, 'permission_denied')
})
