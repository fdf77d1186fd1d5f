import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, write, talk, addAccount } = await openInbox()

test('Messages and private notes are listed newest first, and reading changes nothing', async () => {
  const { message, conversation } = await write()
  const conversation_id = conversation.id
  const answer = await act('send_message', { conversation_id, content: 'Buenas' })
  const note = await act('send_message', { conversation_id, content: 'Ojo', private: true })
  const known = await events()
  assert.deepEqual(await act('get_conversation_messages', { conversation_id }), {
    items: [note, answer, message],
    next_cursor: null,
  })
  assert.deepEqual(await events(), known)
  assert.equal((await act('get_conversation_detail', { conversation_id })).unread_count, 0)
})

test('Pages hold each message once, even with equal timestamps and new messages arriving', async () => {
  const { conversation } = await write({ source_id: 'habla' })
  const start = Date.now()
  const expected: string[] = []
  for (let i = 0; i < 30; i++) {
    const { message } = await write({ source_id: 'habla' }, { now: new Date(start + Math.floor(i / 5)) })
    expected.unshift(message.id)
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await act('get_conversation_messages', {
      conversation_id: conversation.id,
      limit: 7,
      ...(cursor && { cursor }),
    })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
    await write({ source_id: 'habla' })
  } while (cursor)
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(
    seen.filter((id) => expected.includes(id)),
    expected,
  )
})

test('A page holds 25 messages by default and up to 100, and a cursor works only in its conversation', async () => {
  const { id: conversation_id } = await talk({ source_id: 'mucho' })
  for (let i = 0; i < 26; i++) await write({ source_id: 'mucho' })
  const { items, next_cursor } = await act('get_conversation_messages', { conversation_id })
  assert.equal(items.length, 25)
  const { id: another } = await talk()
  const moved = act('get_conversation_messages', { conversation_id: another, cursor: next_cursor! })
  assert.equal((await refusal(moved)).code, 'invalid_cursor')
  for (const limit of [0, 101])
    assert.equal((await refusal(act('get_conversation_messages', { conversation_id, limit }))).code, 'invalid_request')
})

test('A conversation of another workspace is not found, exactly like a missing one', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  for (const conversation_id of [theirs.id, '999999999']) {
    const problem = await refusal(act('get_conversation_messages', { conversation_id }))
    assert.equal(problem.code, 'not_found')
    assert.equal(
      problem.message,
      `There is no conversation ${conversation_id}; find conversations with list_conversations.`,
    )
  }
})

test('Reading messages requires permission to read conversations', async () => {
  const { id: conversation_id } = await talk()
  const call = act('get_conversation_messages', { conversation_id }, { as: only('contacts:read', 'messages:send') })
  assert.equal((await refusal(call)).code, 'permission_denied')
})

test('Messages can be read right after or right before a given one', async () => {
  const { conversation, message } = await write({ source_id: 'tramos', content: 'm0' })
  const ids = [message.id]
  for (let i = 1; i < 6; i++) ids.push((await write({ source_id: 'tramos', content: `m${i}` })).message.id)
  const conversation_id = conversation.id
  const read = async (input: { after_id?: string; before_id?: string; limit?: number }) => {
    const { items, next_cursor } = await act('get_conversation_messages', { conversation_id, ...input })
    return [items.map(({ content }) => content), next_cursor === null]
  }
  assert.deepEqual(await read({ after_id: ids[1]!, limit: 2 }), [['m3', 'm2'], true])
  assert.deepEqual(await read({ after_id: ids[1]!, before_id: ids[5]! }), [['m4', 'm3', 'm2'], true])
  assert.deepEqual(await read({ before_id: ids[2]! }), [['m1', 'm0'], true])
  assert.deepEqual(await read({ before_id: ids[5]!, limit: 2 }), [['m4', 'm3'], false])
  const { next_cursor } = await act('get_conversation_messages', { conversation_id, limit: 2 })
  const both = act('get_conversation_messages', { conversation_id, after_id: ids[0]!, cursor: next_cursor! })
  assert.ok(['invalid_value', 'invalid_cursor'].includes((await refusal(both)).code))
})

test('Private notes can be left out', async () => {
  const { conversation, message } = await write()
  const conversation_id = conversation.id
  await act('send_message', { conversation_id, content: 'Ojo', private: true })
  const { items } = await act('get_conversation_messages', { conversation_id, public_only: true })
  assert.deepEqual(items, [message])
})
