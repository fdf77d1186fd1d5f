import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, sql, only, talk, addAgent, addAccount } = await openInbox()
const ines = await addAgent('Inés Muñoz')
const jose = await addAgent('José Peña')
const [{ email }] = (await sql<{ email: string }>`select email from users where id = ${ines.id}`) as [{ email: string }]

test('A conversation is assigned by agent name, e-mail or ID, and the event shows the old and new assignee', async () => {
  const { id: conversation_id } = await talk()
  const count = (await events()).length
  const assigned = await act('assign_conversation', { conversation_id, agent: 'ines munoz' })
  assert.deepEqual(assigned.assignee, { id: ines.id, name: 'Inés Muñoz', email })
  assert.equal(assigned.status, 'open')
  assert.deepEqual(await since(count), ['conversation.assigned'])
  assert.deepEqual((await events()).at(-1)?.payload, {
    conversation: assigned,
    changes: { assignee: { from: null, to: assigned.assignee } },
  })
  const next = await act('assign_conversation', { conversation_id, agent: jose.id! })
  assert.equal(next.assignee?.name, 'José Peña')
  const { changes } = (await events()).at(-1)!.payload as unknown as { changes: object }
  assert.deepEqual(changes, { assignee: { from: assigned.assignee, to: next.assignee } })
  assert.equal((await act('assign_conversation', { conversation_id, agent: email })).assignee?.id, ines.id)
})

test('Assigning the current agent again changes nothing and emits nothing', async () => {
  const { id: conversation_id } = await talk()
  const once = await act('assign_conversation', { conversation_id, agent: ines.id! })
  const known = await events()
  assert.deepEqual(await act('assign_conversation', { conversation_id, agent: 'Inés Muñoz' }), once)
  assert.deepEqual(await events(), known)
})

test('Simultaneous assignments each emit one event, in a consistent order', async () => {
  const { id: conversation_id } = await talk()
  const count = (await events()).length
  const turns = Array.from({ length: 10 }, (_, i) => (i % 2 ? ines : jose))
  await Promise.all(turns.map(({ id }) => act('assign_conversation', { conversation_id, agent: id! })))
  type AssignmentPayload = { changes: { assignee: { from: { id: string } | null; to: { id: string } } } }
  const assignments = (await events())
    .slice(count)
    .map(({ payload }) => (payload as unknown as AssignmentPayload).changes.assignee)
  let holder: string | null = null
  for (const { from, to } of assignments) {
    assert.equal(from?.id ?? null, holder)
    assert.notEqual(to.id, holder)
    holder = to.id
  }
  const { assignee } = await act('get_conversation_detail', { conversation_id })
  assert.equal(assignee?.id, holder)
})

test('An unknown or ambiguous agent is refused with a list of the agents', async () => {
  await addAgent('Luz')
  await addAgent('Luz')
  const { id: conversation_id } = await talk()
  const unknown = await refusal(act('assign_conversation', { conversation_id, agent: 'Jose Pena Ruiz' }))
  assert.equal(unknown.code, 'not_found')
  assert.match(unknown.message, /José Peña \(id \d+\)/)
  const ambiguous = await refusal(act('assign_conversation', { conversation_id, agent: 'luz' }))
  assert.equal(ambiguous.code, 'ambiguous_reference')
  assert.equal(ambiguous.extra.candidates?.length, 2)
  assert.equal((await refusal(act('assign_conversation', { conversation_id, agent: '999999' }))).code, 'not_found')
})

test('A disabled agent cannot be assigned', async () => {
  const gone = await addAgent('Se fue')
  await sql`update users set disabled_at = now() where id = ${gone.id}`
  const { id: conversation_id } = await talk()
  assert.equal((await refusal(act('assign_conversation', { conversation_id, agent: gone.id! }))).code, 'not_found')
})

test('Conversations and people of another workspace are out of reach', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  const stranger = await other.addAgent('Extraña')
  const mine = await talk()
  const tries = [
    { conversation_id: theirs.id, agent: ines.id! },
    { conversation_id: mine.id, agent: stranger.id! },
    { conversation_id: mine.id, agent: 'Extraña' },
    { conversation_id: mine.id, agent: other.actor.id! },
  ]
  for (const input of tries) assert.equal((await refusal(act('assign_conversation', input))).code, 'not_found')
  assert.equal((await act('get_conversation_detail', { conversation_id: mine.id })).assignee, null)
})

test('Assigning requires conversations:assign as well as conversations:write', async () => {
  const { id: conversation_id } = await talk()
  const agent = actor.id!
  const cases = [
    [only('conversations:write'), /conversations:assign/],
    [only('conversations:assign'), /conversations:write/],
    [only('conversations:read'), /conversations:write and conversations:assign/],
  ] as const
  for (const [as, missing] of cases) {
    const problem = await refusal(act('assign_conversation', { conversation_id, agent }, { as }))
    assert.equal(problem.code, 'permission_denied')
    assert.match(problem.message, missing)
  }
})

test('An agent is found by a part of the name that fits nobody else, and me is the caller', async () => {
  const [maria, marta] = [await addAgent('María Paz Gil'), await addAgent('Marta Gil')]
  const { id: conversation_id } = await talk()
  const assign = (agent: string) => act('assign_conversation', { conversation_id, agent })
  assert.equal((await assign('paz')).assignee?.id, maria.id)
  assert.equal((await assign('MART gi')).assignee?.id, marta.id)
  const problem = await refusal(assign('gil'))
  assert.equal(problem.code, 'ambiguous_reference')
  assert.deepEqual(problem.extra.candidates?.map(({ id }) => id).sort(), [maria.id!, marta.id!].sort())
  assert.equal((await refusal(assign('arta'))).code, 'not_found')
  assert.equal((await assign('me')).assignee?.id, actor.user_id)
  assert.equal((await assign('Yo')).assignee?.id, actor.user_id)
})
