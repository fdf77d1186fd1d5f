import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authoriseKey } from '#domains/access/authorise.ts'
import { readStreamRights } from '#domains/access/stream-credentials.ts'
import { createKey, createUser } from '#domains/access/setup/provision.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, addAgent, talk, sql, events, since, addAccount } = await openInbox()
const account_id = actor.account.id

/** A member with an open, a snoozed and a resolved conversation. */
async function busy(name: string) {
  const agent = await addAgent(name)
  const ids = []
  for (let i = 0; i < 3; i++) {
    const { id: conversation_id } = await talk()
    await act('assign_conversation', { conversation_id, agent: agent.id! })
    ids.push(conversation_id)
  }
  await act('snooze_conversation', { conversation_id: ids[1]!, until: '2099-01-01T00:00:00Z' })
  await act('resolve_conversation', { conversation_id: ids[2]! })
  return { id: agent.id!, name, ids }
}

const assignees = (ids: string[]) =>
  Promise.all(
    ids.map(async (conversation_id) => (await act('get_conversation_detail', { conversation_id })).assignee?.name),
  )

test('Open work goes to another agent, with an event for each record', async () => {
  const [luz, sol] = [await busy('Luz'), await addAgent('Sol')]
  const count = (await events()).length
  const member = await act('deactivate_member', { member_id: luz.id, reassign_to: 'Sol' })
  assert.ok(member.deactivated_at)
  assert.equal(member.open_conversations, 0)
  assert.deepEqual(await assignees(luz.ids), ['Sol', 'Sol', 'Luz'], 'resolved conversations keep their assignee')
  assert.deepEqual(await since(count), ['conversation.assigned', 'conversation.assigned', 'email.requested'])
  const event = (await events()).at(-2)?.payload as unknown as { changes: { assignee: { to: { id: string } } } }
  assert.equal(event.changes.assignee.to.id, sol.id)
})

test('Open work goes to an agent, to nobody, or stays: exactly one must be chosen', async () => {
  const [luz, paz] = [await busy('Luz'), await busy('Paz')]
  const refused = (choice: object) => refusal(act('deactivate_member', { member_id: luz.id, ...choice }))
  assert.equal((await refused({})).code, 'missing_field')
  for (const reassign_to of [null, 'Sol']) {
    const problem = await refused({ reassign_to, leave: true })
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'leave'])
    assert.match(problem.message, /not both/)
  }
  const count = (await events()).length
  await act('deactivate_member', { member_id: luz.id, reassign_to: null })
  assert.deepEqual(await assignees(luz.ids), [undefined, undefined, 'Luz'])
  assert.deepEqual(await since(count), ['conversation.unassigned', 'conversation.unassigned'])
  await act('deactivate_member', { member_id: paz.id, leave: true })
  assert.deepEqual(await assignees(paz.ids), ['Paz', 'Paz', 'Paz'])
})

test('An administrator who sees only their own conversations can hand over those of others', async () => {
  const luz = await busy('Luz')
  const as = { ...actor, visibility: 'own' as const }
  await act('deactivate_member', { member_id: luz.id, reassign_to: actor.id! }, { as })
  assert.deepEqual(await assignees(luz.ids), ['Ana Admin', 'Ana Admin', 'Luz'])
})

test('Sessions, keys and open streams end immediately', async () => {
  const luz = await addAgent('Luz')
  const created_by = { type: 'system', id: null, name: 'Test' } as const
  const fresh = {
    account_id,
    user_id: luz.id!,
    name: 'k',
    role: 'full',
    scopes: [],
    expires_at: null,
    created_by,
  } as const
  const { key, id: key_id } = await createKey(sql, { ...fresh, now: new Date() })
  const quotas = { key: 100, account: 1000, classic_ip: 100 }
  const session = Buffer.from(`session of ${luz.id}`)
  await sql`insert into sessions (hash, user_id, expires_at) values (${session}, ${luz.id}, now() + interval '1 day')`
  const streams = [
    { account_id, user_id: luz.id!, key_id },
    { account_id, user_id: luz.id!, session },
  ]
  assert.ok(await authoriseKey(sql, key, quotas, 1, '::1'))
  assert.ok((await readStreamRights(sql, streams)).every(Boolean))
  await act('deactivate_member', { member_id: luz.id!, leave: true })
  assert.equal(await authoriseKey(sql, key, quotas, 1, '::1'), undefined)
  assert.deepEqual(await readStreamRights(sql, streams), [undefined, undefined])
  assert.deepEqual(await sql`select from sessions where user_id = ${luz.id}`, [])
  assert.equal(
    (await refusal(act('assign_conversation', { conversation_id: (await talk()).id, agent: luz.id! }))).code,
    'not_found',
  )
})

test('A member of another workspace stays signed in there', async () => {
  const other = await addAccount()
  const luz = await addAgent('Luz')
  const [row] = await sql<{ email: string }>`select email from users where id = ${luz.id}`
  await createUser(sql, { account_id: other.actor.account.id, name: 'x', email: row!.email, role: 'agent' })
  await sql`insert into sessions (hash, user_id, expires_at) values (${Buffer.from(`s${luz.id}`)}, ${luz.id}, now() + interval '1 day')`
  await act('deactivate_member', { member_id: luz.id!, leave: true })
  assert.equal((await sql`select from sessions where user_id = ${luz.id}`).length, 1)
  assert.ok((await other.act('list_members', {})).items.find(({ id }) => id === luz.id)!.deactivated_at === null)
})

test('You cannot deactivate yourself, the last administrator, a deactivated member or a stranger', async () => {
  const other = await addAccount()
  const luz = await addAgent('Luz')
  const refused = async (member_id: string) =>
    (await refusal(act('deactivate_member', { member_id, leave: true }))).code
  assert.equal(await refused(actor.id!), 'invalid_state')
  assert.equal(await refused(other.actor.id!), 'not_found')
  await act('deactivate_member', { member_id: luz.id!, leave: true })
  assert.equal(await refused(luz.id!), 'invalid_state')
  const program = { ...actor, type: 'api_key' as const, user_id: luz.id! }
  const last = await refusal(act('deactivate_member', { member_id: actor.id!, leave: true }, { as: program }))
  assert.match(last.message, /last administrator/)
})

test('The new owner must be an active member', async () => {
  const [luz, sol] = [await busy('Luz'), await addAgent('Sol Nieve')]
  assert.equal(
    (await refusal(act('deactivate_member', { member_id: luz.id, reassign_to: luz.id }))).code,
    'invalid_value',
  )
  await act('deactivate_member', { member_id: sol.id!, leave: true })
  assert.equal((await refusal(act('deactivate_member', { member_id: luz.id, reassign_to: sol.id! }))).code, 'not_found')
  assert.equal((await act('list_members', {})).items.find(({ id }) => id === luz.id)!.deactivated_at, null)
})

test('Concurrent handovers between two members leave nothing with a deactivated member', async () => {
  for (let i = 0; i < 5; i++) {
    const [a, b] = [await busy(`Una ${i}`), await busy(`Otra ${i}`)]
    const outcomes = await Promise.allSettled([
      act('deactivate_member', { member_id: a.id, reassign_to: b.id }),
      act('deactivate_member', { member_id: b.id, reassign_to: a.id }),
    ])
    assert.ok(outcomes.some(({ status }) => status === 'fulfilled'))
    const stranded = await sql`
      select c.id from conversations c join memberships m on m.account_id = c.account_id and m.user_id = c.assignee_id
       where m.deactivated_at is not null and c.status <> 'resolved' and c.assignee_id = any(${[a.id, b.id]}::bigint[])`
    assert.deepEqual(stranded, [], JSON.stringify(outcomes.map(({ status }) => status)))
  }
})

test('A resolved conversation that reopens after its assignee left is unassigned', async () => {
  const luz = await busy('Luz')
  await act('deactivate_member', { member_id: luz.id, reassign_to: null })
  const settled = luz.ids[2]!
  const count = (await events()).length
  const back = await act('reopen_conversation', { conversation_id: settled })
  assert.equal(back.assignee, null)
  assert.ok((await since(count)).includes('conversation.unassigned'))
  const sol = await busy('Sol')
  await act('resolve_conversation', { conversation_id: sol.ids[0]! })
  assert.equal((await act('reopen_conversation', { conversation_id: sol.ids[0]! })).assignee?.name, 'Sol')
})

test('Open leads and opportunities are handed over; closed ones stay', async () => {
  const [luz, sol] = [await addAgent('Luz'), await addAgent('Sol Heredera')]
  const contact_id = (await talk()).contact.id
  const made = { name: 'Casa en Chía', owner_id: luz.id!, contact_id, expected_close_date: '2030-01-31' }
  const input = { name: 'Cliente', owner_id: luz.id! }
  const open = await act('crm_create_opportunity', made)
  const won = await act('crm_create_opportunity', made)
  await act('crm_mark_opportunity_outcome', { opportunity_id: won.id, outcome: 'won' })
  const [lead, lost] = [await act('crm_create_lead', input), await act('crm_create_lead', input)]
  await act('crm_mark_lead_lost', { lead_id: lost.id, reason: 'Precio' })
  const count = (await events()).length
  await act('deactivate_member', { member_id: luz.id!, reassign_to: sol.id! }, { as: { ...actor, visibility: 'own' } })
  assert.deepEqual((await since(count)).sort(), ['email.requested', 'lead.owner_changed', 'opportunity.owner_changed'])
  const owners = await Promise.all([
    ...[open, won].map(({ id }) => act('crm_get_opportunity', { opportunity_id: id })),
    ...[lead, lost].map(({ id }) => act('crm_get_lead', { lead_id: id })),
  ])
  assert.deepEqual(
    owners.map(({ owner }) => owner?.name),
    ['Sol Heredera', 'Luz', 'Sol Heredera', 'Luz'],
  )
})

test('Planned activities are handed over regardless of the record’s owner; completed ones stay', async () => {
  const [luz, sol] = [await addAgent('Luz'), await addAgent('Sol Tareas')]
  const { id: entity_id } = await act('crm_create_lead', { name: 'Cliente', owner_id: actor.id! })
  const about = { entity_type: 'lead', entity_id, type: 'call', assigned_to: luz.id! } as const
  const plan = (due_at: string) => act('crm_schedule_activity', { ...about, due_at })
  const [overdue, open, done] = [await plan('2026-01-01'), await plan('2099-01-01'), await plan('2099-01-01')]
  await act('crm_complete_activity', { activity_id: done.id })
  const { id: thrown } = await act('crm_create_lead', { name: 'Otro', owner_id: luz.id! })
  const hidden = await act('crm_schedule_activity', { ...about, entity_id: thrown, due_at: '2099-01-01' })
  await act('delete_lead', { lead_id: thrown })
  const count = (await events()).length
  await act('deactivate_member', { member_id: luz.id!, reassign_to: sol.id! }, { as: { ...actor, visibility: 'own' } })
  const emitted = (await events()).slice(count).filter(({ name }) => name === 'activity.updated')
  assert.equal(emitted.length, 2, 'records in the bin emit no event')
  const { changes } = emitted[0]!.payload as unknown as { changes: { assignee: { from: object; to: object } } }
  assert.deepEqual(changes.assignee, { from: { id: luz.id, name: 'Luz' }, to: { id: sol.id, name: 'Sol Tareas' } })
  const { items } = await act('crm_list_activities', { entity_type: 'lead', entity_id })
  const assignees = new Map(items.map(({ id, assignee }) => [id, assignee?.name]))
  assert.deepEqual(
    [overdue, open, done].map(({ id }) => assignees.get(id)),
    ['Sol Tareas', 'Sol Tareas', 'Luz'],
  )
  const back = await act('restore_lead', { lead_id: thrown })
  assert.equal(back.owner, null, 'a restored record of a deactivated member has no owner')
  const again = await act('crm_list_activities', { entity_type: 'lead', entity_id: thrown, pending_only: true })
  assert.deepEqual([again.items[0]?.id, again.items[0]?.assignee?.name], [hidden.id, 'Sol Tareas'])
})

test('No new key can act for a deactivated member', async () => {
  const luz = await addAgent('Luz')
  await act('deactivate_member', { member_id: luz.id!, leave: true })
  const problem = await refusal(act('create_api_key', { name: 'Clave', role: 'full', user_id: luz.id! }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'user_id'])
})
