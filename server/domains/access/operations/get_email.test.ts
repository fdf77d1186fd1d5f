import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAccount } = await openWorkspace()

test('An e-mail is visible only to administrators of its workspace', async () => {
  await act('invite_member', { email: 'una@example.com', role: 'agent' })
  const [mail] = (await act('list_emails', {})).items
  assert.deepEqual(await act('get_email', { email_id: mail!.id }), mail)
  assert.deepEqual([mail!.status, mail!.sent_at, mail!.kind], ['queued', null, 'invitation'])
  const other = await addAccount()
  for (const email_id of [mail!.id, '999999999'])
    assert.equal((await refusal(other.act('get_email', { email_id }))).code, 'not_found')
})
