import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealUpload } from '#kernel/uploads.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, sql, only, write, addAgent, addAccount, runtime } = await openInbox()

test('Deleting a message removes its text and files and keeps its place in the conversation', async () => {
  const { conversation } = await write()
  const file = {
    file_key: 'k',
    file_name: 'a.pdf',
    file_type: 'file',
    content_type: 'application/pdf',
    size_bytes: 1,
  } as const
  const attachments = [sealUpload(runtime.secret, actor.account.id, file)]
  const sent = await act('send_message', {
    conversation_id: conversation.id,
    content: 'La clave es ornitorrinco',
    content_attributes: { secreto: 'ornitorrinco' },
    attachments,
  })
  const count = (await events()).length
  const now = new Date(Date.now() + 60_000)
  const message = await act('delete_message', { message_id: sent.id }, { now })
  assert.deepEqual(message, {
    ...sent,
    content: null,
    content_attributes: { deleted: true },
    attachments: [],
    deleted: true,
    updated_at: now.toISOString(),
  })
  assert.deepEqual(await since(count), ['message.updated'])
  const payload = (await events()).at(-1)!.payload as Record<string, unknown>
  assert.deepEqual(payload.message, message)
  assert.ok(!JSON.stringify(payload).includes('ornitorrinco'))
  assert.deepEqual(await sql`select from attachments where message_id = ${sent.id}`, [])
  const { messages, last_message } = await act('get_conversation_detail', { conversation_id: conversation.id })
  assert.deepEqual(messages[0], message)
  assert.equal(last_message?.preview, '')
  assert.deepEqual((await act('search_messages', { query: 'ornitorrinco' })).items, [])
})

test('Deleting twice has the effect of once, and the audit log records who did it', async () => {
  const { message } = await write()
  const once = await act('delete_message', { message_id: message.id })
  const known = await events()
  assert.deepEqual(await act('delete_message', { message_id: message.id }), once)
  assert.deepEqual(await events(), known)
  const { items } = await act('list_audit_entries', {})
  const entry = items.find(({ details }) => details.message_id === message.id)
  assert.deepEqual([entry?.action, entry?.actor.id], ['delete_message', actor.id])
})

test('A message of another workspace, or of a conversation the caller cannot see, is not found', async () => {
  const other = await addAccount()
  const theirs = await other.write()
  const mine = await write()
  const as = await addAgent('Limitada', { visibility: 'own' })
  const tries = [
    [theirs.message.id, actor],
    ['999999999', actor],
    [mine.message.id, as],
  ] as const
  for (const [message_id, who] of tries) {
    const problem = await refusal(act('delete_message', { message_id }, { as: who }))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.message, `There is no message ${message_id}; list them with get_conversation_messages.`)
  }
  const rows =
    await sql`select from messages where id = any(${[theirs.message.id, mine.message.id]}) and content = 'Hola'`
  assert.equal(rows.length, 2)
})

test('Deleting a message requires permission to send messages', async () => {
  const { message } = await write()
  const call = act(
    'delete_message',
    { message_id: message.id },
    { as: only('conversations:read', 'conversations:write') },
  )
  assert.equal((await refusal(call)).code, 'permission_denied')
})
