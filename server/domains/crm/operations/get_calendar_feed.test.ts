import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()

test('Each person has one calendar address, even with concurrent requests', async () => {
  const [luz, sol] = [await openPerson(sql, actor.account.id), await openPerson(sql, actor.account.id)]
  const got = await Promise.all(Array.from({ length: 4 }, () => act('get_calendar_feed', {}, { as: luz })))
  assert.equal(new Set(got.map(({ url }) => url)).size, 1)
  assert.match(got[0]!.url, /^http:\/\/localhost:3000\/calendar\/[\w-]{43}\.ics$/)
  assert.notEqual((await act('get_calendar_feed', {}, { as: sol })).url, got[0]!.url)
})

test('The address is never stored in plain text', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const { url } = await act('get_calendar_feed', {}, { as: luz })
  const token = /([\w-]{43})\.ics$/.exec(url)![1]!
  const rows = await sql<{ text: string }>`
    select f::text || encode(token_hash, 'escape') || encode(token_sealed, 'escape') as text from calendar_feeds f`
  assert.ok(rows.every(({ text }) => !text.includes(token)))
})

test('Every read is recorded in the audit log, without the address', async () => {
  const luz = await openPerson(sql, actor.account.id, 'Luz Marina')
  await act('get_calendar_feed', {}, { as: luz })
  const entries = await sql<{ details: object }>`
    select details from audit_entries where action = 'get_calendar_feed' and actor ->> 'id' = ${luz.id}`
  assert.deepEqual(entries, [{ details: {} }])
})

test('API keys cannot read a calendar feed', async () => {
  assert.equal((await refusal(act('get_calendar_feed', {}))).code, 'permission_denied')
})
