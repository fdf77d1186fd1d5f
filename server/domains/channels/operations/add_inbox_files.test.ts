import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWhatsAppInbox } from '#test/channels/workspace.ts'
import { sealUpload } from '#kernel/uploads.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, inbox, runtime, actor, addAccount } = await openWhatsAppInbox()
const inbox_id = inbox.id

const upload = (file_name: string) =>
  sealUpload(runtime.secret, actor.account.id, {
    file_key: file_name,
    file_name,
    file_type: 'image',
    content_type: 'image/png',
    size_bytes: 4,
  })

test('Files are stored for the headers of an inbox, with an address', async () => {
  const { items } = await act('add_inbox_files', { inbox_id, files: [upload('a.png'), upload('b.png')] })
  assert.deepEqual(
    items.map(({ file_name, file_type }) => [file_name, file_type]),
    [
      ['a.png', 'image'],
      ['b.png', 'image'],
    ],
  )
  assert.match(items[0]!.url, /\/files\/.*\/a\.png$/)
  assert.deepEqual((await act('list_inbox_files', { inbox_id })).items, items.toReversed())
})

test('An unknown file or inbox, another workspace and missing rights store nothing', async () => {
  const before = await act('list_inbox_files', { inbox_id })
  assert.equal((await refusal(act('add_inbox_files', { inbox_id, files: ['made.up'] }))).code, 'invalid_value')
  const files = [upload('c.png')]
  assert.equal((await refusal(act('add_inbox_files', { inbox_id: '999999', files }))).code, 'not_found')
  const other = await addAccount()
  assert.equal((await refusal(other.act('add_inbox_files', { inbox_id, files }))).code, 'not_found')
  const as = only('workspace:read')
  assert.equal((await refusal(act('add_inbox_files', { inbox_id, files }, { as }))).code, 'permission_denied')
  assert.deepEqual(await act('list_inbox_files', { inbox_id }), before)
})
