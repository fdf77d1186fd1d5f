import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, runtime, sql, addAccount, only } = await openWorkspace()

test('Outgoing e-mails are listed newest first, and by status', async () => {
  for (const name of ['una', 'dos', 'tres']) await act('invite_member', { email: `${name}@example.com`, role: 'agent' })
  await (await addAccount()).act('invite_member', { email: 'ajena@example.com', role: 'agent' })
  await sql`update emails set status = 'failed', error = '550 nobody here' where to_address = 'dos@example.com'`
  const first = await act('list_emails', { limit: 2 })
  const rest = await act('list_emails', { limit: 2, cursor: first.next_cursor! })
  assert.deepEqual(
    [...first.items, ...rest.items].map(({ to_address }) => to_address),
    ['tres@example.com', 'dos@example.com', 'una@example.com'],
  )
  const failed = await act('list_emails', { status: 'failed' })
  assert.deepEqual(
    failed.items.map(({ to_address, error, kind }) => [to_address, error, kind]),
    [['dos@example.com', '550 nobody here', 'invitation']],
  )
  assert.equal((await refusal(act('list_emails', {}, { as: only('workspace:read') }))).code, 'permission_denied')
})

test('The link of an invitation is shown only if an administrator has to pass it on', async () => {
  await act('invite_member', { email: 'cuatro@example.com', role: 'agent' })
  const text = async () => (await act('list_emails', { limit: 1 })).items[0]!.text
  assert.match(await text(), /token=…/)
  await sql`update emails set status = 'failed' where to_address = 'cuatro@example.com'`
  assert.match(await text(), /token=…/)
  await sql`update emails set status = 'sent' where to_address = 'cuatro@example.com'`
  assert.match(await text(), /token=[\w-]{43}/)
})

test('Failed e-mails are found by index among many sent ones', async () => {
  await sql`
    insert into emails (account_id, key, kind, to_address, subject, text, html, status, created_at)
    select ${actor.account.id}, 'many ' || n, 'mention', 'a@example.com', 'x', 'x', 'x', case when n % 1000 = 0 then 'failed' else 'sent' end,
           now() - make_interval(mins => n) from generate_series(1, 10000) n`
  await sql`analyze emails`
  const plan = await openPlans(runtime, actor).planOf('list_emails', { status: 'failed' })
  assert.ok(plan.rows('emails') <= 26, plan.text)
})
