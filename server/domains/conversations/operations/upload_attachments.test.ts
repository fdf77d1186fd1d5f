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

test('what was uploaded is told, with the token a message takes, but not where it lies', async () => {
  const { attachments } = await act('upload_attachments', { attachments: [token, token] })
  const { file_key: _, ...told } = file
  assert.deepEqual(attachments, [
    { ...told, token },
    { ...told, token },
  ])
  assert.deepEqual(await events(), [])
})

test('a token of another workspace, or one nobody gave, is refused', async () => {
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

test('it takes one file to fifteen, from who may send messages', async () => {
  assert.equal((await refusal(act('upload_attachments', { attachments: [] }))).code, 'invalid_request')
  const many = Array.from({ length: 16 }, () => token)
  assert.equal((await refusal(act('upload_attachments', { attachments: many }))).code, 'invalid_request')
  const reader = only('conversations:read', 'conversations:write')
  const { code } = await refusal(act('upload_attachments', { attachments: [token] }, { as: reader }))
  assert.equal(code, 'permission_denied')
})
