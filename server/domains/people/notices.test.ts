import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventName } from '#contract/events.ts'
import { createKey } from '#domains/access/setup/provision.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { openSubscribers } from '#server/boot/subscribers.ts'
import { unreachableGateways } from '#test/gateways.ts'
import { openInbox } from '#test/inbox.ts'

const { act, actor, addAgent, talk, sql, runtime, events, addAccount } = await openInbox()
const account_id = actor.account.id
const subscribers = openSubscribers(unreachableGateways)

type EventRow = { id: string; name: EventName; actor: never; payload: never }

/** Delivers the latest event of this name twice, because deliveries can be repeated. */
async function deliver(name: EventName, account = account_id): Promise<void> {
  const [event] = await sql<EventRow>`
    select * from events where account_id = ${account} and name = ${name} order by sequence desc limit 1`
  for (const [called, { on, run }] of Object.entries(subscribers)) {
    if (!called.startsWith('mail_') || !(on as readonly string[]).includes(name)) continue
    const delivery = { ...event!, account_id: account }
    for (let i = 0; i < 2; i++) await run(subscriberContext(runtime, registry, delivery), delivery as never)
  }
}

const mails = (kind: string) =>
  sql<{ to_name: string; subject: string; text: string; html: string }>`
    select to_name, subject, text, html from emails where kind = ${kind} order by id`
const want = (user_id: string, preferences: object) =>
  sql`update memberships set notifications = notifications || ${preferences} where user_id = ${user_id}`
const participants = async (conversation_id: string) =>
  (await act('list_participants', { conversation_id })).participants.map(({ name }) => name)

test('A person mentioned in a note follows the conversation and gets one e-mail', async () => {
  const [luz, sol] = [await addAgent('Luz Marina'), await addAgent('Sol <b>')]
  const { id: conversation_id } = await talk({ contact: { name: 'Íngrid & Co' } })
  const content = `@luz marina y [@Sol](mention://user/${sol.id}/Sol): <img src=x onerror=alert(1)>`
  const message = await act('send_message', { conversation_id, content, private: true })
  const mentioned = (await events()).at(-1)!
  assert.equal(mentioned.name, 'conversation.mentioned')
  const payload = mentioned.payload as unknown as { mentioned: object[]; message: { id: string } }
  assert.deepEqual(payload.mentioned, [
    { id: luz.id, name: 'Luz Marina' },
    { id: sol.id, name: 'Sol <b>' },
  ])
  assert.equal(payload.message.id, message.id)
  assert.deepEqual((await participants(conversation_id)).sort(), ['Luz Marina', 'Sol <b>'])
  await deliver('conversation.mentioned')
  const sent = await mails('mention')
  assert.deepEqual(sent.map(({ to_name }) => to_name).sort(), ['Luz Marina', 'Sol <b>'])
  const [{ subject, text, html } = { subject: '', text: '', html: '' }] = sent
  assert.equal(subject, 'Ana Admin te mencionó en la conversación con Íngrid & Co')
  assert.ok(text.includes('@luz marina y @Sol:') && text.includes(`/conversations/${conversation_id}`), text)
  assert.ok(!html.includes('<img') && html.includes('&#60;img') && html.includes('Íngrid &#38; Co'), html)
})

test('No e-mail for mentioning yourself, in a message to the customer, or in a hidden conversation', async () => {
  const [own, team] = [
    await addAgent('Solo Suyo', { visibility: 'own' }),
    await addAgent('Del Equipo', { visibility: 'team' }),
  ]
  const { id: group } = await act('create_team', { name: 'Equipo', members: [team.id!] })
  const { id: conversation_id } = await talk()
  const quiet = async (content: string, isPrivate: boolean) => {
    await act('send_message', { conversation_id, content, private: isPrivate })
    assert.equal((await events()).at(-1)!.name, 'message.sent', content)
  }
  await quiet('@Ana Admin me lo apunto', true)
  await quiet('@Solo Suyo hola', false)
  await quiet('@Solo Suyo @Del Equipo miren', true)
  assert.deepEqual(await participants(conversation_id), [])
  await act('set_conversation_team', { conversation_id, team: group })
  await act('send_message', { conversation_id, content: '@Solo Suyo @Del Equipo miren', private: true })
  assert.deepEqual(await participants(conversation_id), ['Del Equipo'])
  await act('assign_conversation', { conversation_id, agent: own.id! })
  await act('send_message', { conversation_id, content: '@Solo Suyo mira', private: true })
  assert.deepEqual((await participants(conversation_id)).sort(), ['Del Equipo', 'Solo Suyo'])
})

test('People get only the notifications they want, and none after they leave', async () => {
  const [quiet, gone] = [await addAgent('Quieta'), await addAgent('Ida')]
  await want(quiet.id!, { mention: false })
  const { id: conversation_id } = await talk()
  await act('send_message', { conversation_id, content: '@Quieta @Ida', private: true })
  await act('deactivate_member', { member_id: gone.id!, leave: true })
  const before = (await mails('mention')).length
  await deliver('conversation.mentioned')
  assert.equal((await mails('mention')).length, before)
})

test('A new assignee is notified if they want it, unless they assigned themselves', async () => {
  const luz = await addAgent('Luz')
  const { id: conversation_id } = await talk({ contact: { name: 'Cliente' } })
  const give = async (agent: string, as = actor) => {
    await act('unassign_conversation', { conversation_id })
    await act('assign_conversation', { conversation_id, agent }, { as })
    await deliver('conversation.assigned')
  }
  await give(luz.id!)
  assert.deepEqual(await mails('conversation_assigned'), [], 'nobody is notified by default')
  await want(luz.id!, { conversation_assigned: true })
  await give(luz.id!, luz)
  assert.deepEqual(await mails('conversation_assigned'), [], 'they know')
  await give(luz.id!)
  const [mail, ...rest] = await mails('conversation_assigned')
  assert.deepEqual([mail?.to_name, mail?.subject, rest], ['Luz', 'Ana Admin te asignó la conversación con Cliente', []])
  await give(luz.id!)
  assert.equal((await mails('conversation_assigned')).length, 2, 'another time is another mail')
})

test('E-mails use the language of the workspace', async () => {
  const other = await addAccount()
  const account = other.actor.account.id
  await sql`update accounts set locale = 'en' where id = ${account}`
  const luz = await other.addAgent('Luz Lejana')
  const { id: conversation_id } = await other.talk({ contact: { name: 'Customer' } })
  await other.act('send_message', { conversation_id, content: '@Luz Lejana look', private: true })
  await deliver('conversation.mentioned', account)
  const mail = (await mails('mention')).at(-1)!
  assert.deepEqual(
    [mail.to_name, mail.subject],
    ['Luz Lejana', 'Ana Admin mentioned you in the conversation with Customer'],
  )
  assert.ok(luz.id)
})

/** Inserts and delivers an event of another domain. */
async function happen(name: EventName, payload: object, by: object = { type: 'system', id: null, name: 'Hilo' }) {
  const [event] = await sql<EventRow>`
    insert into events (account_id, id, name, actor, payload, occurred_at)
    values (${account_id}, gen_random_uuid(), ${name}, ${by}, ${payload}, now()) returning *`
  assert.ok(event)
  await deliver(name)
}

test('An SLA breach notifies the assignee who wants to know', async () => {
  const luz = await addAgent('Luz')
  const conversation = await talk({ contact: { name: 'Cliente' } })
  const sla_breach = { kind: 'first_response', assignee: { id: luz.id, name: 'Luz' } }
  await happen('sla.breached', { conversation, sla_breach })
  assert.deepEqual(await mails('sla_breached'), [])
  await want(luz.id!, { sla_breached: true })
  await happen('sla.breached', { conversation, sla_breach })
  await happen('sla.breached', { conversation, sla_breach: { ...sla_breach, assignee: null } })
  assert.deepEqual(
    (await mails('sla_breached')).map(({ to_name, subject }) => [to_name, subject]),
    [['Luz', 'SLA incumplido: conversación con Cliente']],
  )
})

test('A new owner of a lead or opportunity is notified, and so is the assignee of a due activity', async () => {
  const luz = await addAgent('Luz')
  const deal = {
    name: 'Casa en Chía',
    url: 'http://localhost:3000/app/1/leads/1',
    owner: { id: luz.id, name: 'Luz', email: 'x' },
  }
  await happen('lead.owner_changed', { lead: deal, changes: {} }, { type: 'user', id: luz.id, name: 'Luz' })
  await happen('lead.owner_changed', { lead: { ...deal, owner: null }, changes: {} })
  assert.deepEqual(await mails('owner_changed'), [])
  await happen('lead.owner_changed', { lead: deal, changes: {} })
  await happen('opportunity.owner_changed', { opportunity: deal, changes: {} })
  assert.deepEqual(
    (await mails('owner_changed')).map(({ text }) => text.split('\n')[0]),
    ['Hilo te asignó el lead Casa en Chía.', 'Hilo te asignó el negocio Casa en Chía.'],
  )
  const activity = {
    type: 'call',
    body: 'Preguntar por el precio',
    assignee: { id: luz.id, name: 'Luz' },
    entity: deal,
  }
  await happen('activity.due', { activity })
  assert.deepEqual(
    (await mails('activity_due')).map(({ subject }) => subject),
    ['Es hora de la llamada con Casa en Chía'],
  )
})

test('Actions through a person’s own API key do not notify them', async () => {
  const [luz, sol] = [await addAgent('Luz Llave'), await addAgent('Sol Llave')]
  const created_by = { type: 'system', id: null, name: 'Test' } as const
  const rest = { account_id, name: 'Robot', role: 'full', scopes: [], expires_at: null, created_by } as const
  const key = await createKey(sql, { ...rest, user_id: luz.id!, now: new Date() })
  const robot = { type: 'api_key', id: key.id, name: 'Robot' }
  const deal = (id: string) => ({
    name: 'Apartamento',
    url: 'http://localhost:3000/app/1/leads/2',
    owner: { id, name: 'Alguien' },
  })
  const before = (await mails('owner_changed')).length
  await happen('lead.owner_changed', { lead: deal(luz.id!), changes: {} }, robot)
  assert.equal((await mails('owner_changed')).length, before)
  await happen('lead.owner_changed', { lead: deal(sol.id!), changes: {} }, robot)
  assert.equal((await mails('owner_changed')).at(-1)?.to_name, 'Sol Llave')
})

test('A person who takes over from a leaving member gets one e-mail, not one per record', async () => {
  const [ida, sol] = [await addAgent('Ida Ve'), await addAgent('Sol Ve')]
  await want(sol.id!, { conversation_assigned: true })
  const ids = []
  for (let i = 0; i < 2; i++) {
    const { id: conversation_id } = await talk()
    await act('assign_conversation', { conversation_id, agent: ida.id! })
    ids.push(conversation_id)
  }
  for (const name of ['Uno', 'Dos', 'Tres'])
    await act('crm_create_lead', { name, email: `${name}@example.com`, owner: ida.id! })
  const [mine] = await sql<{ count: number }>`select count(*)::int as count from emails where to_name = 'Sol Ve'`
  await act('deactivate_member', { member_id: ida.id!, reassign_to: sol.id! })
  await deliver('conversation.assigned')
  await deliver('lead.owner_changed')
  const sent = await sql<{
    kind: string
    text: string
  }>`select kind, text from emails where to_name = 'Sol Ve' order by id`
  assert.equal(sent.length, mine!.count + 1)
  assert.equal(sent.at(-1)?.kind, 'owner_changed')
  assert.match(
    sent.at(-1)!.text,
    /Ana Admin desactivó a Ida Ve y te asignó su trabajo pendiente: 2 conversaciones, 3 leads\./,
  )
  await act('unassign_conversation', { conversation_id: ids[0]! })
  await act('assign_conversation', { conversation_id: ids[0]!, agent: sol.id! })
  await deliver('conversation.assigned')
  assert.equal(
    (await mails('conversation_assigned')).at(-1)?.to_name,
    'Sol Ve',
    'later assignments are notified as usual',
  )
})
