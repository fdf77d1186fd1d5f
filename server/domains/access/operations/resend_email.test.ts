import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, sql, events, addAccount } = await openWorkspace()

test('Only a failed e-mail can be sent again', async () => {
  await act('invite_member', { email: 'una@example.com', role: 'agent' })
  const email_id = (await act('list_emails', {})).items[0]!.id
  assert.equal((await refusal(act('resend_email', { email_id }))).code, 'invalid_state')
  await sql`update emails set status = 'failed', error = 'No' where id = ${email_id}`
  const count = (await events()).length
  const mail = await act('resend_email', { email_id })
  assert.deepEqual([mail.status, mail.error], ['queued', null])
  assert.deepEqual(
    (await events()).slice(count).map(({ name, payload }) => [name, payload]),
    [['email.requested', { email_id }]],
  )
  await sql`update emails set status = 'sent' where id = ${email_id}`
  assert.equal((await refusal(act('resend_email', { email_id }))).code, 'invalid_state')
  assert.equal((await refusal((await addAccount()).act('resend_email', { email_id }))).code, 'not_found')
})

test('A failed e-mail is sent to the same address at most five times an hour', async () => {
  await act('invite_member', { email: 'otra@example.com', role: 'agent' })
  const email_id = (await act('list_emails', {})).items[0]!.id
  const fail = () => sql`update emails set status = 'failed' where id = ${email_id}`
  for (let i = 0; i < 4; i++) {
    await fail()
    await act('resend_email', { email_id })
  }
  await fail()
  assert.equal((await refusal(act('resend_email', { email_id }))).code, 'rate_limited')
})
