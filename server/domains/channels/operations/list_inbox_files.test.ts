import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWhatsAppInbox } from '#test/channels/workspace.ts'
import { sealUpload } from '#kernel/uploads.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, inbox, runtime, actor, addAccount } = await openWhatsAppInbox()
const inbox_id = inbox.id

test('Files of an inbox are listed in pages, newest first, to those who may read the workspace', async () => {
  const names = ['1.pdf', '2.pdf', '3.pdf']
  const file = { file_type: 'file', content_type: 'application/pdf', size_bytes: 9 } as const
  const files = names.map((name) =>
    sealUpload(runtime.secret, actor.account.id, { ...file, file_key: name, file_name: name }),
  )
  await act('add_inbox_files', { inbox_id, files })
  const first = await act('list_inbox_files', { inbox_id, limit: 2 })
  const rest = await act('list_inbox_files', { inbox_id, limit: 2, cursor: first.next_cursor! })
  const listed = [...first.items, ...rest.items].map(({ file_name }) => file_name)
  assert.deepEqual(listed, names.toReversed())
  const as = only('conversations:read')
  assert.equal((await refusal(act('list_inbox_files', { inbox_id }, { as }))).code, 'permission_denied')
  const other = await addAccount()
  assert.equal((await refusal(other.act('list_inbox_files', { inbox_id }))).code, 'not_found')
})
