import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sendSurvey } from '#domains/conversations/surveys/send.ts'
import { inTransaction } from '#kernel/invoke.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, sql, runtime, events, since, visit, addAgent, addAccount } = await openInbox()
const site = await act('create_inbox', {
  name: 'Sitio',
  channel: 'web_widget',
  auto_assign: false,
  csat: { enabled: true, message: null },
})
const automation = { ...actor, type: 'automation', id: null, name: 'Sitio' } as const

/** Creates a visitor with a resolved conversation and sends them a survey. */
async function surveyVisitor(agent?: string) {
  const visitor = visit(site)
  await visitor.chat('post_chat_message', { client_id: randomUUID(), content: 'Hola' })
  const { conversation } = await visitor.chat('get_chat', {})
  const conversation_id = conversation!.id
  if (agent) await act('assign_conversation', { conversation_id, agent })
  await act('send_message', { conversation_id, content: 'Con gusto' })
  await visitor.chat('resolve_chat', {})
  const now = new Date().toISOString()
  await inTransaction(runtime, 'ask', automation, { request_id: 'test' }, (ctx) =>
    sendSurvey(ctx, conversation_id, now),
  )
  const survey = async () => (await visitor.chat('get_chat', {})).messages[0]!.survey!
  return { ...visitor, conversation_id, token: (await survey()).token, survey }
}

test('A rating is saved, announced once with the rated agent, and shown in the survey message', async () => {
  const agent = await addAgent('Inés')
  const { chat, token, survey, conversation_id } = await surveyVisitor(agent.id!)
  const before = await act('get_conversation_detail', { conversation_id })
  const count = (await events()).length
  const now = new Date()
  const answer = await chat('answer_survey', { token, rating: 5, comment: ' Muy amables ' }, { now })
  const { closes_at } = await survey()
  assert.deepEqual(answer, { rating: 5, comment: 'Muy amables', closes_at })
  assert.deepEqual(await survey(), { token, rating: 5, comment: 'Muy amables', closes_at })
  assert.deepEqual(await since(count), ['csat.answered', 'message.updated'])
  const [event] = (await events()).slice(count) as unknown as Record<'payload', Record<string, object>>[]
  const { items } = await act('list_csat_responses', {})
  assert.deepEqual(event!.payload.csat_response, items[0])
  assert.deepEqual(items[0], {
    id: items[0]!.id,
    conversation_id,
    contact: { id: before.contact.id, name: before.contact.name },
    inbox: { id: site.id, name: 'Sitio' },
    assignee: { id: agent.id, name: 'Inés' },
    rating: 5,
    comment: 'Muy amables',
    sent_at: items[0]!.sent_at,
    answered_at: now.toISOString(),
  })
  const after = await act('get_conversation_detail', { conversation_id })
  for (const field of ['status', 'waiting_since', 'last_activity_at', 'unread_count'] as const)
    assert.equal(after[field], before[field], field)
})

test('Repeating a rating changes nothing, a new rating or comment is announced, and the first answer time stays', async () => {
  const { chat, token, survey, conversation_id } = await surveyVisitor()
  await chat('answer_survey', { token, rating: 2 })
  const [first] = await sql`select answered_at from csat_surveys where conversation_id = ${conversation_id}`
  let count = (await events()).length
  await chat('answer_survey', { token, rating: 2 })
  await chat('answer_survey', { token, rating: 2, comment: '' })
  assert.deepEqual(await since(count), [])
  await chat('answer_survey', { token, rating: 4 })
  await chat('answer_survey', { token, rating: 4, comment: 'Mejor de lo que pensé' })
  assert.deepEqual(await since(count), ['csat.answered', 'message.updated', 'csat.answered', 'message.updated'])
  count = (await events()).length
  // A rating alone keeps the comment; null removes it.
  await chat('answer_survey', { token, rating: 4 })
  assert.equal((await survey()).comment, 'Mejor de lo que pensé')
  await chat('answer_survey', { token, rating: 4, comment: null })
  assert.deepEqual([(await survey()).rating, (await survey()).comment], [4, null])
  assert.deepEqual(await sql`select answered_at from csat_surveys where conversation_id = ${conversation_id}`, [first])
})

test('Two simultaneous ratings are applied in order, and the last one stands', async () => {
  const { chat, token, survey, conversation_id } = await surveyVisitor()
  await Promise.all([1, 2, 3, 4, 5].map((rating) => chat('answer_survey', { token, rating })))
  const [row] = await sql<{ rating: number }>`
    select rating from csat_surveys where conversation_id = ${conversation_id}`
  assert.equal((await survey()).rating, row!.rating)
})

test('A survey closes after fourteen days', async () => {
  const { chat, token, survey, conversation_id } = await surveyVisitor()
  await chat('answer_survey', { token, rating: 3 })
  const days = (count: number) => new Date(Date.now() + count * 86_400_000)
  await chat('answer_survey', { token, rating: 4 }, { now: days(13.9) })
  const problem = await refusal(chat('answer_survey', { token, rating: 1 }, { now: days(14) }))
  assert.equal(problem.code, 'invalid_state')
  assert.equal((await survey()).rating, 4)
  assert.equal((await act('list_csat_responses', { rating: 4 })).items[0]?.conversation_id, conversation_id)
})

test('Only the visitor who received the survey can answer it, with a valid token and in the same workspace', async () => {
  const ana = await surveyVisitor()
  const luis = await surveyVisitor()
  const elsewhere = visit(await act('create_inbox', { name: 'Otro', channel: 'web_widget' }), {
    source_id: ana.source_id,
  })
  const other = await addAccount()
  const foreign = other.visit(await other.act('create_inbox', { name: 'Otro', channel: 'web_widget' }))
  for (const { chat } of [luis, elsewhere, foreign])
    assert.equal((await refusal(chat('answer_survey', { token: ana.token, rating: 1 }))).code, 'not_found')
  assert.equal((await refusal(ana.chat('answer_survey', { token: randomUUID(), rating: 1 }))).code, 'not_found')
  assert.equal((await refusal(act('answer_survey', { token: ana.token, rating: 1 }))).code, 'permission_denied')
  assert.equal((await ana.survey()).rating, null)
})

test('A rating is a whole number from one to five', async () => {
  const { chat, token } = await surveyVisitor()
  for (const rating of [0, 6, 2.5, -1, '5'])
    assert.equal((await refusal(chat('answer_survey', { token, rating: rating as number }))).code, 'invalid_request')
  const long = 'x'.repeat(2001)
  assert.equal((await refusal(chat('answer_survey', { token, rating: 1, comment: long }))).code, 'invalid_request')
})

test('A rating is saved even if the survey message was deleted', async () => {
  const { chat, token, conversation_id } = await surveyVisitor()
  const { items } = await act('get_conversation_messages', { conversation_id })
  await act('delete_message', { message_id: items[0]!.id })
  const count = (await events()).length
  await chat('answer_survey', { token, rating: 1 })
  assert.deepEqual(await since(count), ['csat.answered'])
})

test('Ratings move to the remaining contact when duplicates are merged', async () => {
  const { chat, token, conversation_id } = await surveyVisitor()
  await chat('answer_survey', { token, rating: 5 })
  const { contact } = await act('get_conversation_detail', { conversation_id })
  const { id: contact_id } = await act('create_contact', { name: 'La de siempre', email: 'siempre@correo.example' })
  await act('merge_contacts', { contact_id, duplicate_contact_id: contact.id })
  const { items } = await act('list_csat_responses', {})
  assert.equal(items.find((each) => each.conversation_id === conversation_id)?.contact.id, contact_id)
})
