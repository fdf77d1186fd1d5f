import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventName } from '#contract/events.ts'
import { markPresent } from '#domains/access/presence.ts'
import { createKey } from '#domains/access/setup/provision.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { notify_people } from '#subscribers/notify_people.ts'
import { openInbox } from '#test/inbox.ts'
import { openPerson } from '#test/personal.ts'

const { act, actor, addAgent, talk, write, sql, runtime, events, inbox } = await openInbox()
const account_id = actor.account.id

type EventRow = { id: string; name: EventName; actor: never; payload: never }

/** Delivers the latest event of this name twice, because deliveries can be repeated. */
async function deliver(name: EventName): Promise<void> {
  const [event] = await sql<EventRow>`
    select * from events where account_id = ${account_id} and name = ${name} order by sequence desc limit 1`
  const delivery = { ...event!, account_id }
  for (let i = 0; i < 2; i++) await notify_people.run(subscriberContext(runtime, registry, delivery), delivery as never)
}

const centreOf = (user_id: string) =>
  sql<{ kind: string; title: string; text: string | null; count: number; subject_id: string }>`
    select kind, title, text, count, subject_id from notifications where user_id = ${user_id} order by id`

test('The messages of a customer are one notification for the assignee and for each follower', async () => {
  const [luz, sol, eva] = [await addAgent('Luz'), await addAgent('Sol'), await addAgent('Eva')]
  const { id: conversation_id } = await talk({ source_id: 'ida', contact: { name: 'Ida' } })
  await act('assign_conversation', { conversation_id, agent: luz.id! })
  await act('set_participants', { conversation_id, participants: [sol.id!] })
  for (const content of ['¿Sigue\nahí?', '**Hola**?']) {
    await write({ source_id: 'ida', content })
    await deliver('message.received')
  }
  const expected = { kind: 'customer_replied', title: 'Ida', text: 'Hola?', count: 2, subject_id: conversation_id }
  assert.deepEqual(await centreOf(luz.id!), [expected])
  assert.deepEqual(await centreOf(sol.id!), [expected])
  assert.deepEqual(await centreOf(eva.id!), [], 'others see it in the inbox')
})

test('A customer who begins to wait without an assignee is announced once, to the members of the inbox', async () => {
  const [luz, sol, own] = [await addAgent('Luz'), await addAgent('Sol'), await addAgent('Solo', { visibility: 'own' })]
  const members = [luz.id!, own.id!]
  await act('set_inbox_members', { inbox_id: inbox.id, members })
  const { id: conversation_id } = await talk({ source_id: 'espera', content: 'Buenas', contact: { name: 'Ana' } })
  await deliver('message.received')
  await write({ source_id: 'espera', content: '¿Hola?' })
  await deliver('message.received')
  const expected = { kind: 'customer_waiting', title: 'Ana', text: 'Buenas', count: 1, subject_id: conversation_id }
  assert.deepEqual(await centreOf(luz.id!), [expected])
  assert.deepEqual([await centreOf(sol.id!), await centreOf(own.id!)], [[], []], 'others, and those who may not see it')
  await act('set_inbox_members', { inbox_id: inbox.id, members: [] })
})

test('Of an inbox without members everybody is notified, of a team its members, and no longer once somebody has it', async () => {
  const [luz, sol] = [await addAgent('Luz'), await addAgent('Sol')]
  const unread = async (user_id: string) =>
    (await sql`select from notifications where user_id = ${user_id} and kind = 'customer_waiting' and read_at is null`)
      .length
  const { id: conversation_id } = await talk({ source_id: 'todos' })
  await deliver('message.received')
  assert.deepEqual([await unread(luz.id!), await unread(sol.id!)], [1, 1])
  await act('assign_conversation', { conversation_id, agent: luz.id! })
  await deliver('conversation.assigned')
  assert.deepEqual([await unread(luz.id!), await unread(sol.id!)], [0, 0])
  const readers = await sql<{ id: string }>`
    select payload -> 'reader' ->> 'user_id' as id from events where account_id = ${account_id} and name = 'notification.read'`
  assert.deepEqual(
    [luz, sol].map((person) => readers.some(({ id }) => id === person.id)),
    [true, true],
    'their devices close the notice',
  )

  const { id: team_id } = await act('create_team', { name: 'Ventas', members: [sol.id!] })
  const other = await talk({ source_id: 'equipo' })
  await act('set_conversation_team', { conversation_id: other.id, team: team_id })
  await deliver('message.received')
  assert.deepEqual([await unread(luz.id!), await unread(sol.id!)], [0, 1])
})

test('A conversation that the AI agent hands over is announced like one that begins to wait', async () => {
  const luz = await addAgent('Luz')
  const { id: conversation_id } = await talk({ source_id: 'agente', contact: { name: 'Ana' } })
  await sql`update conversations set status = 'pending' where id = ${conversation_id}`
  await write({ source_id: 'agente', content: 'Una persona, por favor' })
  await deliver('message.received')
  assert.deepEqual(await centreOf(luz.id!), [])
  await act('reopen_conversation', { conversation_id })
  await deliver('conversation.status_changed')
  assert.deepEqual(
    (await centreOf(luz.id!)).map(({ kind, title }) => [kind, title]),
    [['customer_waiting', 'Ana']],
  )
})

test('After it was read, the next message is a new notification', async () => {
  const luz = await openPerson(sql, account_id)
  const { id: conversation_id } = await talk({ source_id: 'uno' })
  await act('assign_conversation', { conversation_id, agent: luz.user_id! })
  for (const content of ['¿Hay alguien?', 'Otra vez']) {
    await write({ source_id: 'uno', content })
    await deliver('message.received')
    await act('mark_notifications_read', {}, { as: luz })
  }
  assert.deepEqual(
    (await centreOf(luz.user_id!)).map(({ text, count }) => [text, count]),
    [
      ['¿Hay alguien?', 1],
      ['Otra vez', 1],
    ],
  )
})

test('A message is announced to the assignee of its moment, and to nobody who was assigned or left since', async () => {
  const [luz, sol] = [await addAgent('Luz'), await addAgent('Sol')]
  const { id: conversation_id } = await talk({ source_id: 'relevo' })
  await act('assign_conversation', { conversation_id, agent: luz.id! })
  await deliver('message.received')
  assert.deepEqual(await centreOf(luz.id!), [])
  await deliver('conversation.assigned')
  const assigned = { kind: 'conversation_assigned', text: 'Hola', count: 1 }
  assert.deepEqual(
    (await centreOf(luz.id!)).map(({ kind, text, count }) => ({ kind, text, count })),
    [assigned],
    'the assignment is announced with the message before it',
  )
  await write({ source_id: 'relevo', content: '¿Sigue ahí?' })
  await act('assign_conversation', { conversation_id, agent: sol.id! })
  await deliver('message.received')
  assert.deepEqual([(await centreOf(luz.id!)).length, (await centreOf(sol.id!)).length], [1, 0])
})

test('A person whose key brings the messages of customers is notified of them, and of automatic assignments', async () => {
  const luz = await openPerson(sql, account_id)
  await markPresent(sql, [{ account_id, user_id: luz.user_id! }])
  const made = { account_id, user_id: luz.user_id!, name: 'Enlace', role: 'full' as const, scopes: [] }
  const { id } = await createKey(sql, { ...made, expires_at: null, created_by: luz, now: new Date() })
  const as = { ...actor, type: 'api_key' as const, id, name: 'Enlace' }
  const { id: inbox_id } = await act('create_inbox', { name: 'Puente', channel: 'api', members: [luz.user_id!] })
  for (const content of ['Hola', '¿Sigue ahí?']) {
    await act('receive_message', { inbox_id, source_id: 'puente', content, contact: { name: 'Ida' } }, { as })
    await deliver('message.received')
  }
  await deliver('conversation.assigned')
  const rows = await sql<{ kind: string; actor: { name: string } }>`
    select kind, actor from notifications where user_id = ${luz.user_id} order by kind`
  assert.deepEqual(
    rows.map(({ kind, actor: { name } }) => [kind, name]),
    [
      ['conversation_assigned', 'Hilo'],
      ['customer_replied', 'Ida'],
    ],
  )
})

test('Followers who may no longer see a conversation are not notified', async () => {
  const own = await addAgent('Solo Suyo', { visibility: 'own' })
  const { id: conversation_id } = await talk({ source_id: 'dos' })
  await act('assign_conversation', { conversation_id, agent: own.id! })
  await act('set_participants', { conversation_id, participants: [own.id!] })
  await act('unassign_conversation', { conversation_id })
  await write({ source_id: 'dos', content: 'Secreto' })
  await deliver('message.received')
  assert.deepEqual(await centreOf(own.id!), [])
})

test('A new assignee is notified, unless they or their key assigned it', async () => {
  const luz = await addAgent('Luz')
  const { id: conversation_id } = await talk({ contact: { name: 'Cliente' } })
  const assign = async (as = actor) => {
    await act('unassign_conversation', { conversation_id })
    await act('assign_conversation', { conversation_id, agent: luz.id! }, { as })
    await deliver('conversation.assigned')
  }
  await assign(luz)
  const made = { account_id, user_id: luz.id!, name: 'Enlace', role: 'full' as const, scopes: [] }
  const { id } = await createKey(sql, { ...made, expires_at: null, created_by: luz, now: new Date() })
  await assign({ ...actor, type: 'api_key', id })
  assert.deepEqual(await centreOf(luz.id!), [])
  await assign()
  assert.deepEqual(
    (await centreOf(luz.id!)).map(({ kind, title }) => [kind, title]),
    [['conversation_assigned', 'Cliente']],
  )
})

test('Mentions, given leads and deals, and due activities are in the centre', async () => {
  const luz = await addAgent('Luz Marina')
  const { id: conversation_id } = await talk({ contact: { name: 'Cliente' } })
  await act('send_message', { conversation_id, content: '@Luz Marina mira esto', private: true })
  await deliver('conversation.mentioned')
  const lead = await act('crm_create_lead', { name: 'Casa en Chía' })
  await act('crm_update_lead', { lead_id: lead.id, owner_id: luz.id! })
  await deliver('lead.owner_changed')
  const { id: opportunity_id } = await act('crm_create_opportunity', {
    name: 'Apartamento 301',
    expected_close_date: '2099-01-31',
    contact_id: (await act('create_contact', { name: 'Ida', phone_number: '+573001112233' })).id,
  })
  await act('crm_update_opportunity', { opportunity_id, owner_id: luz.id! })
  await deliver('opportunity.owner_changed')
  const activity = await act('crm_schedule_activity', {
    entity_type: 'lead',
    entity_id: lead.id,
    type: 'call',
    body: 'Llamar para la visita',
    due_at: new Date(Date.now() + 60_000).toISOString(),
    assigned_to: luz.id!,
  })
  await sql`
    insert into events (account_id, id, name, actor, payload, occurred_at)
    values (${account_id}, gen_random_uuid(), 'activity.due', ${{ type: 'system', id: null, name: 'Hilo' }}, ${{ activity }}, now())`
  await deliver('activity.due')
  assert.deepEqual(
    (await centreOf(luz.id!)).map(({ kind, title, text }) => [kind, title, text]),
    [
      ['mention', 'Cliente', '@Luz Marina mira esto'],
      ['owner_changed', 'Casa en Chía', null],
      ['owner_changed', 'Apartamento 301', null],
      ['activity_due', 'Casa en Chía', 'Llamar para la visita'],
    ],
  )
})

test('A due activity of a contact is notified with the contact as its subject', async () => {
  const sol = await addAgent('Sol Marina')
  const { id: contact_id, url } = await act('create_contact', { name: 'Eva Ñáñez', email: 'eva.n@example.com' })
  const plan = { contact_id, type: 'call', due_at: '2099-01-31', assigned_to: sol.id! } as const
  const activity = await act('crm_schedule_activity', plan)
  await sql`
    insert into events (account_id, id, name, actor, payload, occurred_at)
    values (${account_id}, gen_random_uuid(), 'activity.due', ${{ type: 'system', id: null, name: 'Hilo' }}, ${{ activity }}, now())`
  await deliver('activity.due')
  const as = { ...sol, permissions: new Set([...sol.permissions, 'personal' as const]) }
  const [notification] = (await act('list_notifications', {}, { as })).items
  assert.deepEqual(notification?.subject, { type: 'contact', id: contact_id, title: 'Eva Ñáñez', url })
  const read = { subject: { type: 'contact', id: contact_id } } as const
  await act('mark_notifications_read', read, { as })
  assert.ok((await act('list_notifications', {}, { as })).items[0]?.read_at)
})

test('The work of a member who leaves is not notified record by record', async () => {
  const [gone, luz] = [await addAgent('Ida'), await addAgent('Luz')]
  const { id: conversation_id } = await talk()
  await act('assign_conversation', { conversation_id, agent: gone.id! })
  await act('deactivate_member', { member_id: gone.id!, reassign_to: luz.id! })
  assert.ok((await events()).some(({ name }) => name === 'conversation.assigned'))
  await deliver('conversation.assigned')
  assert.deepEqual(await centreOf(luz.id!), [])
})

for (const [name, kind] of [
  ['sla.due_soon', 'sla_due_soon'],
  ['sla.breached', 'sla_breached'],
] as const)
  test(`Time that runs out reaches the assignee, else the team, else the members of the inbox, and respects the settings (${name})`, async () => {
    const [luz, sol, eva] = [await addAgent('Luz W'), await addAgent('Sol W'), await addAgent('Eva W')]
    const team = await act('create_team', { name: `Guardia ${kind}`, members: [sol.id!] })
    await sql`insert into inbox_members (account_id, inbox_id, user_id) values (${account_id}, ${inbox.id}, ${eva.id})`
    const warn = async (conversation_id: string) => {
      const {
        messages: _messages,
        participants: _participants,
        ...conversation
      } = await act('get_conversation_detail', {
        conversation_id,
      })
      const due = { kind: 'first_response', due_at: conversation.created_at, assignee: conversation.assignee }
      const payload = { conversation, sla_target: due, sla_breach: due }
      await sql`
      insert into events (account_id, id, name, actor, payload, occurred_at)
      values (${account_id}, gen_random_uuid(), ${name}, ${{ type: 'system', id: null, name: 'Hilo' }}, ${payload}, now())`
      await deliver(name)
    }
    const [first, second, third] = [await talk(), await talk(), await talk()]
    await act('set_conversation_team', { conversation_id: first.id, team: team.id })
    await act('assign_conversation', { conversation_id: first.id, agent: luz.id! })
    await act('set_conversation_team', { conversation_id: second.id, team: team.id })
    for (const { id } of [first, second, third]) await warn(id)
    const warned = async (id: string) =>
      (await centreOf(id)).filter((each) => each.kind === kind).map(({ subject_id }) => subject_id)
    assert.deepEqual(
      [await warned(luz.id!), await warned(sol.id!), await warned(eva.id!)],
      [[first.id], [second.id], [third.id]],
    )
    await sql`
    update memberships set notification_settings = ${{ kinds: { [kind]: { app: false } } }}
     where account_id = ${account_id} and user_id = ${eva.id}`
    await warn((await talk()).id)
    assert.deepEqual(await warned(eva.id!), [third.id])
  })
