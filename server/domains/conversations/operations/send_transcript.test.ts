import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openInbox } from '#test/inbox.ts'

const { act, only, talk, addAccount, sql, actor } = await openInbox()

type Mail = { to_address: string; subject: string; text: string; kind: string }
const mails = () =>
  sql<Mail>`select to_address, subject, text, kind from emails where account_id = ${actor.account.id} order by id`

test('A conversation goes out by e-mail, in order and without internal notes', async () => {
  const { id: conversation_id } = await talk()
  await act('send_message', { conversation_id, content: 'Con gusto <b>hoy</b>' })
  await act('send_message', { conversation_id, content: 'Es un cliente difícil', private: true })
  const answer = await act('send_transcript', { conversation_id, email: 'ana@example.com' })
  assert.deepEqual(answer, { conversation_id, email: 'ana@example.com' })
  const [mail, ...others] = await mails()
  assert.deepEqual(others, [])
  assert.deepEqual([mail!.to_address, mail!.kind], ['ana@example.com', 'transcript'])
  assert.match(mail!.subject, /^Conversación con /)
  assert.match(mail!.text, /Con gusto <b>hoy<\/b>/)
  assert.doesNotMatch(mail!.text, /difícil/)
})

test('An address that is none, a conversation of another workspace and a reader are refused', async () => {
  const { id: conversation_id } = await talk()
  const send = (input: object, as?: object) =>
    refusal(act('send_transcript', { conversation_id, email: 'ana@example.com', ...input }, as))
  assert.equal((await send({ email: 'ana' })).code, 'invalid_request')
  const theirs = await (await addAccount()).talk()
  assert.equal((await send({ conversation_id: theirs.id })).code, 'not_found')
  assert.equal((await send({}, { as: only('conversations:read') })).code, 'permission_denied')
  assert.equal((await mails()).length, 1, 'nothing was sent')
})
