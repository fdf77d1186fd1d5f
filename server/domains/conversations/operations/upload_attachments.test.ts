import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type StoredFile, sealUpload } from '#kernel/uploads.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { runtime, actor, act, events, only, addAccount } = await openWorkspace()

const file: StoredFile = {
  file_key: `${actor.account.id}/${'a'.repeat(32)}`,
  file_name: 'ñandú.png',
  file_type: 'image',
  content_type: 'image/png',
  size_bytes: 68,
}
const token = sealUpload(runtime.secret, actor.account.id, file)

test('An upload returns its details and a token for messages, but not its storage location', async () => {
  const { attachments } = await act('upload_attachments', { attachments: [token, token] })
  const { file_key: _, ...details } = file
  assert.deepEqual(attachments, [
    { ...details, token },
    { ...details, token },
  ])
  assert.deepEqual(await events(), [])
})

test('A token of another workspace or a made-up token is refused', async () => {
  const other = await addAccount()
  const theirs = sealUpload(runtime.secret, other.actor.account.id, file)
  const forged = sealUpload(Buffer.alloc(32), actor.account.id, file)
  for (const wrong of [theirs, forged, `${token}x`, token.slice(1), 'x', '']) {
    const { code, extra } = await refusal(act('upload_attachments', { attachments: [token, wrong] }))
    assert.equal(code, 'invalid_value')
    assert.equal(extra.errors?.[0]?.field, 'attachments')
  }
  assert.equal((await other.act('upload_attachments', { attachments: [theirs] })).attachments.length, 1)
})

test('An upload takes 1 to 15 files and requires permission to send messages', async () => {
  assert.equal((await refusal(act('upload_attachments', { attachments: [] }))).code, 'invalid_request')
  const many = Array.from({ length: 16 }, () => token)
  assert.equal((await refusal(act('upload_attachments', { attachments: many }))).code, 'invalid_request')
  const reader = only('conversations:read', 'conversations:write')
  const { code } = await refusal(act('upload_attachments', { attachments: [token] }, { as: reader }))
  assert.equal(code, 'permission_denied')
})
