import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timers } from './timers.ts'
import { openWorkspace } from '#test/workspace.ts'

const { actor, runtime, sql } = await openWorkspace()

test('E-mails are deleted after ninety days, whatever their status, and no sooner', async () => {
  const forget = timers.forget_emails!
  const due = () => sql<{ at: string | null }>`${forget.due}`
  assert.deepEqual(await due(), [{ at: null }], 'nothing is due when there are none')
  const write = (key: string, days: number, status: string) => sql`
    insert into emails (account_id, key, kind, to_address, subject, text, html, status, created_at)
    values (${actor.account.id}, ${key}, 'mention', 'a@example.com', 'Hola', 'Hola', 'Hola', ${status}, now() - make_interval(days => ${days}))`
  await write('young', 89, 'sent')
  const [{ at: later } = { at: null }] = await due()
  assert.ok(Date.parse(later!) > Date.now(), 'the oldest is not old enough')
  await write('old', 91, 'sent')
  await write('lost', 200, 'failed')
  const [{ at } = { at: null }] = await due()
  assert.ok(Date.parse(at!) < Date.now())
  await forget.run(sql, runtime)
  assert.deepEqual(await sql`select key from emails`, [{ key: 'young' }])
})
