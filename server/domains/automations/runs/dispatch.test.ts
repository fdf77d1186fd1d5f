import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { send_automation_webhooks } from '#subscribers/send_automation_webhooks.ts'
import { run_automations } from '#subscribers/run_automations.ts'
import { openAutomations } from '#test/automations.ts'

const { act, actor, sql, talk, write, work, rule, runs, events, waiting, deliver, addAgent, addAccount, runtime } =
  await openAutomations()

const label = await act('create_label', { title: 'Vip' })
const other = await act('create_label', { title: 'Otra' })
const detail = (conversation_id: string) => act('get_conversation_detail', { conversation_id })
/** Makes writing messages fail, as if the database were unavailable. */
const unplug = async () => {
  await sql`create function unplug() returns trigger language plpgsql as $$ begin raise exception 'away' using errcode = '57P01'; end $$`
  await runtime.database.work.query(
    'create trigger unplugged before insert on messages for each row execute function unplug()',
  )
}
const plugIn = () => sql`drop function unplug cascade`
const clear = async () => {
  await work()
  await sql`delete from automation_rules`
}

test('A rule performs its actions when its trigger occurs, as the automation', async () => {
  const luz = await addAgent('Luz')
  const team = await act('create_team', { name: 'Ventas' })
  const { id, name } = await rule(
    'conversation.resolved',
    [
      { type: 'assign_agent', agent: 'Luz' },
      { type: 'assign_team', team: 'ventas' },
      { type: 'add_label', label: 'VIP' },
      { type: 'set_priority', priority: 'high' },
      { type: 'add_note', content: 'Resuelta para {{contact.first_name}} en {{inbox.name}}' },
      { type: 'send_message', content: 'Gracias, {{contact.first_name}}: {{agent.name}}' },
    ],
    { name: 'Al resolver' },
  )
  const { id: conversation_id } = await talk({ contact: { name: 'Inés Peña' } })
  await act('resolve_conversation', { conversation_id })
  await work()
  const conversation = await detail(conversation_id)
  assert.deepEqual(
    [conversation.assignee?.id, conversation.team?.id, conversation.labels, conversation.priority, conversation.status],
    [luz.id, team.id, ['Vip'], 'high', 'resolved'],
  )
  const written = conversation.messages.map(({ content, author, private: isNote }) => ({ content, author, isNote }))
  const author = { type: 'automation', id, name }
  assert.deepEqual(written.slice(0, 2), [
    { content: 'Gracias, Inés: Luz', author, isNote: false },
    { content: 'Resuelta para Inés en Ventas', author, isNote: true },
  ])
  const [run] = await runs({ rule_id: id })
  assert.equal(run?.status, 'done')
  assert.deepEqual(
    run?.steps.map(({ position, type, status, detail: why }) => [position, type, status, why]),
    ['assign_agent', 'assign_team', 'add_label', 'set_priority', 'add_note', 'send_message'].map((type, i) => [
      i,
      type,
      'done',
      null,
    ]),
  )
  assert.deepEqual(run?.subject, { type: 'conversation', id: conversation_id })
  const ruled = await act('get_automation_rule', { rule_id: id })
  assert.deepEqual([ruled.run_count, ruled.last_run_at !== null], [1, true])
  const emitted = (await events()).filter(({ actor: by }) => by.type === 'automation').map(({ name: what }) => what)
  assert.deepEqual(emitted, [
    'conversation.assigned',
    'conversation.team_changed',
    'conversation.label_added',
    'conversation.priority_changed',
    'message.sent',
    'message.sent',
  ])
  await clear()
})

test('The log contains the matched conditions and the actions as they were', async () => {
  const is = (field: string, ...values: string[]) => ({ field, operator: 'equal_to' as const, values })
  const [no, yes] = [is('status', 'resolved'), is('channel', 'api')]
  const message = { type: 'send_message' as const, content: 'Hola {{contact.first_name}}' }
  const { id: rule_id } = await rule('conversation.created', [message, { type: 'add_label', label: 'vip' }], {
    conditions: { any: [{ all: [yes, no] }, { all: [yes] }] },
  })
  const { id: always } = await rule('conversation.created', [
    { type: 'send_email', to: '{{contact.email}}', subject: 'x', body: 'x' },
  ])
  await talk()
  await work()
  await act('update_automation_rule', { rule_id, conditions: null, actions: [{ type: 'unassign_agent' }] })
  const [[run], [other]] = [await runs({ rule_id }), await runs({ rule_id: always })]
  assert.deepEqual(run?.matched, { any: [{ all: [yes] }] })
  assert.deepEqual(
    run?.steps.map(({ action }) => action),
    [message, { type: 'add_label', label: label.id }],
  )
  assert.equal(other?.matched, null)
  assert.deepEqual([other?.steps[0]?.status, other?.steps[0]?.action?.type], ['failed', 'send_email'])
  await clear()
})

test('Each trigger runs only its own rules', async () => {
  const triggers = [
    'conversation.created',
    'conversation.opened',
    'conversation.resolved',
    'conversation.label_added',
    'conversation.label_removed',
    'message.received',
    'contact.created',
  ] as const
  for (const event of triggers) await rule(event, [{ type: 'add_note', content: event }], { name: event })
  const count = async () => (await runs({ limit: 100 })).map(({ event }) => event)
  const happened = async (doing: () => Promise<unknown>) => {
    await work()
    const before = await count()
    await doing()
    await work()
    return (await count()).slice(0, -before.length || undefined).toSorted()
  }
  const source_id = 'disparos'
  let conversation_id = ''
  const begin = async () => (conversation_id = (await talk({ source_id })).id)
  assert.deepEqual(await happened(begin), ['contact.created', 'conversation.created', 'message.received'])
  const tagged = { conversation_id, label_id: label.id }
  assert.deepEqual(await happened(() => write({ source_id })), ['message.received'])
  assert.deepEqual(await happened(() => act('tag_conversation', tagged)), ['conversation.label_added'])
  assert.deepEqual(await happened(() => act('tag_conversation', tagged)), [])
  assert.deepEqual(await happened(() => act('untag_conversation', tagged)), ['conversation.label_removed'])
  assert.deepEqual(await happened(() => act('resolve_conversation', { conversation_id })), ['conversation.resolved'])
  assert.deepEqual(await happened(() => act('reopen_conversation', { conversation_id })), ['conversation.opened'])
  assert.deepEqual(await happened(() => act('mark_conversation_pending', { conversation_id })), [])
  assert.deepEqual(await happened(() => act('send_message', { conversation_id, content: 'Hola' })), [])
  assert.deepEqual(await happened(() => act('create_contact', { name: 'Eva', email: 'eva@example.com' })), [
    'contact.created',
  ])
  await clear()
})

test('Rules run in their manual order, then by age; inactive ones do not run', async () => {
  const first = await rule('conversation.resolved', [{ type: 'add_note', content: 'uno' }])
  const second = await rule('conversation.resolved', [{ type: 'add_note', content: 'dos' }])
  const third = await rule('conversation.resolved', [{ type: 'add_note', content: 'tres' }])
  await rule('conversation.resolved', [{ type: 'add_note', content: 'nunca' }], { active: false })
  const all = (await act('list_automation_rules', {})).items.map(({ id }) => id)
  const ids = [third.id, first.id, second.id, ...all.filter((id) => ![first.id, second.id, third.id].includes(id))]
  await act('reorder_automation_rules', { ids })
  const { id: conversation_id } = await talk()
  await act('resolve_conversation', { conversation_id })
  await work()
  const { messages } = await detail(conversation_id)
  const notes = messages.filter((message) => message.private).map(({ content }) => content)
  assert.deepEqual(notes.toReversed(), ['tres', 'uno', 'dos'])
  await clear()
})

test('A rejected action is recorded with its reason, and the next one runs', async () => {
  const gone = await act('create_label', { title: 'Se va' })
  const leaving = await addAgent('Se marcha')
  const { id: inbox } = (await act('list_inboxes', {})).items[0]!
  const canned = await act('create_canned_response', { short_code: 'adios', content: 'Adiós', inbox })
  const { id } = await rule('conversation.resolved', [
    { type: 'add_label', label: 'Se va' },
    { type: 'assign_agent', agent: 'Se marcha' },
    { type: 'send_canned_response', canned_response: 'adios' },
    { type: 'send_email', to: '{{contact.email}}', subject: 'Hola', body: 'Hola' },
    { type: 'add_label', label: 'Vip' },
  ])
  await act('delete_label', { label_id: gone.id })
  await act('delete_canned_response', { short_code: canned.id })
  await sql`delete from memberships where user_id = ${leaving.id}`
  const { id: conversation_id } = await talk()
  await act('resolve_conversation', { conversation_id })
  await work()
  const [run] = await runs({ rule_id: id, status: 'failed' })
  assert.deepEqual(
    run?.steps.map(({ status, detail: why }) => [status, why]),
    [
      ['failed', `There is no label with id ${gone.id}.`],
      ['failed', `There is no agent with id ${leaving.id}.`],
      ['failed', `The canned response ${canned.id} no longer exists; choose another.`],
      ['failed', 'The contact or agent has no e-mail address; add one.'],
      ['done', null],
    ],
  )
  assert.deepEqual((await detail(conversation_id)).labels, ['Vip'])
  await clear()
})

test('A renamed label is still matched', async () => {
  const named = await act('create_label', { title: 'Antes' })
  await rule('conversation.resolved', [{ type: 'add_label', label: 'antes' }])
  await act('update_label', { label_id: named.id, title: 'Después' })
  const { id: conversation_id } = await talk()
  await act('resolve_conversation', { conversation_id })
  await work()
  assert.deepEqual((await detail(conversation_id)).labels, ['Después'])
  await clear()
})

test('Rules do not trigger each other, because their actions trigger no rules', async () => {
  const on = (title: string) => ({
    conditions: { any: [{ all: [{ field: 'label', operator: 'equal_to' as const, values: [title] }] }] },
  })
  await rule(
    'conversation.label_added',
    [
      { type: 'remove_label', label: 'Vip' },
      { type: 'add_label', label: 'Otra' },
    ],
    on('Vip'),
  )
  await rule(
    'conversation.label_added',
    [
      { type: 'remove_label', label: 'Otra' },
      { type: 'add_label', label: 'Vip' },
    ],
    on('Otra'),
  )
  await rule('conversation.label_removed', [{ type: 'add_label', label: 'Vip' }])
  await rule('conversation.opened', [{ type: 'set_status', status: 'resolved' }])
  await rule('conversation.resolved', [{ type: 'set_status', status: 'open' }])
  const { id: conversation_id } = await talk()
  const before = (await runs({ limit: 100 })).length
  await act('tag_conversation', { conversation_id, label_id: label.id })
  await act('resolve_conversation', { conversation_id })
  await work()
  assert.equal((await runs({ limit: 100 })).length, before + 2)
  const { labels, status } = await detail(conversation_id)
  assert.deepEqual(
    [labels, status],
    ['Otra', 'open'].map((each, i) => (i === 0 ? [each] : each)),
  )
  assert.equal(other.title, 'Otra')
  await clear()
})

test('Repeated and concurrent deliveries of an event perform each action once', async () => {
  const { id } = await rule('conversation.resolved', [
    { type: 'add_note', content: 'a' },
    { type: 'send_message', content: 'b' },
    { type: 'send_email', to: 'jefa@example.com', subject: 'Resuelta', body: 'Ya está' },
    { type: 'send_webhook', url: 'https://example.com/hook' },
  ])
  const { id: conversation_id } = await talk()
  await work()
  await act('resolve_conversation', { conversation_id })
  const event = (await waiting()).find(({ name }) => name === 'conversation.resolved')
  await Promise.all([deliver(event!), deliver(event!), deliver(event!)])
  await deliver(event!)
  await work()
  const { messages } = await detail(conversation_id)
  assert.deepEqual(
    messages.filter(({ author }) => author.type === 'automation').map(({ content }) => content),
    ['b', 'a'],
  )
  const [run, ...more] = await runs({ rule_id: id })
  assert.deepEqual([run?.status, run?.steps.length, more.length], ['done', 4, 0])
  assert.equal((await act('get_automation_rule', { rule_id: id })).run_count, 1)
  const mails = await sql`select to_address, subject, key from emails where account_id = ${actor.account.id}`
  assert.deepEqual(mails, [{ to_address: 'jefa@example.com', subject: 'Resuelta', key: `automation:${run!.id}:2` }])
  const calls = (await events()).filter(({ name }) => name === 'automation.webhook_requested')
  assert.equal(calls.length, 1)
  await clear()
})

test('An interrupted run resumes, although its own actions changed the record', async () => {
  const open = { any: [{ all: [{ field: 'status', operator: 'equal_to' as const, values: ['open'] }] }] }
  const { id } = await rule(
    'message.received',
    [
      { type: 'set_status', status: 'resolved' },
      { type: 'add_note', content: 'después' },
    ],
    { conditions: open },
  )
  const { id: conversation_id } = await talk()
  const event = (await waiting()).find(({ name }) => name === 'message.received')
  // Crash between the first and the second action.
  await unplug()
  await assert.rejects(deliver(event!))
  const [half] = await runs({ rule_id: id })
  assert.deepEqual([half?.status, half?.steps.map(({ type }) => type)], ['running', ['set_status']])
  await plugIn()
  await work()
  const [whole] = await runs({ rule_id: id })
  assert.deepEqual([whole?.status, whole?.steps.map(({ status }) => status)], ['done', ['done', 'done']])
  const { messages, status } = await detail(conversation_id)
  assert.deepEqual([messages[0]?.content, status], ['después', 'resolved'])
  assert.equal((await act('get_automation_rule', { rule_id: id })).run_count, 1)
  await clear()
})

test('A rule turned off during a run finishes it; the run of a deleted rule is shown as failed', async () => {
  const begun = async () => {
    const { id } = await rule('conversation.resolved', [
      { type: 'add_label', label: 'Vip' },
      { type: 'add_note', content: 'después' },
    ])
    const { id: conversation_id } = await talk()
    await work()
    await unplug()
    await act('resolve_conversation', { conversation_id })
    const event = (await waiting()).find(({ name }) => name === 'conversation.resolved')
    await assert.rejects(deliver(event!))
    await plugIn()
    return { id, subject: { subject_type: 'conversation' as const, subject_id: conversation_id } }
  }
  const off = await begun()
  await act('update_automation_rule', { rule_id: off.id, active: false })
  await work()
  assert.deepEqual(
    (await runs(off.subject)).map(({ status, steps }) => [status, steps.length]),
    [['done', 2]],
  )
  const gone = await begun()
  await act('delete_automation_rule', { rule_id: gone.id })
  await work()
  const [run] = await runs(gone.subject)
  assert.deepEqual([run?.status, run?.steps.length, run?.finished_at === null], ['failed', 2, false])
  assert.match(run!.steps[1]!.detail!, /deleted/)
  await clear()
})

test('An internal error is recorded, stops nothing, and is logged once', async () => {
  const { id } = await rule('conversation.resolved', [
    { type: 'add_note', content: 'rota' },
    { type: 'add_label', label: 'Vip' },
  ])
  const { id: conversation_id } = await talk()
  await work()
  await sql`create function break() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`
  await runtime.database.work.query(
    'create trigger broken before insert on messages for each row execute function break()',
  )
  await act('resolve_conversation', { conversation_id })
  const event = (await waiting()).find(({ name }) => name === 'conversation.resolved')
  await assert.rejects(deliver(event!), /broken/)
  await sql`drop function break cascade`
  await work()
  const [run] = await runs({ rule_id: id })
  assert.deepEqual(
    run?.steps.map(({ status }) => status),
    ['failed', 'done'],
  )
  assert.match(run?.steps[0]?.detail ?? '', /Internal error/)
  assert.equal(run?.status, 'failed')
  await clear()
})

test('A run whose retries all fail is shown as failed with its completed actions', async () => {
  const { id } = await rule('conversation.resolved', [
    { type: 'add_label', label: 'Vip' },
    { type: 'add_note', content: 'nunca' },
  ])
  const { id: conversation_id } = await talk()
  await work()
  await unplug()
  await act('resolve_conversation', { conversation_id })
  const event = (await waiting()).find(({ name }) => name === 'conversation.resolved')
  await assert.rejects(deliver(event!))
  await run_automations.giveUp!(subscriberContext(runtime, registry, event!), event as never, new Error('away'))
  await plugIn()
  const [run] = await runs({ rule_id: id })
  assert.deepEqual([run?.status, run?.steps.map(({ type }) => type)], ['failed', ['add_label', 'add_note']])
  assert.match(run!.steps[1]!.detail!, /All retries failed/)
  await clear()
})

test('A webhook that finally fails is shown as failed in its run', async () => {
  const { id } = await rule('conversation.resolved', [{ type: 'send_webhook', url: 'https://other.example/hook' }])
  const { id: conversation_id } = await talk()
  await act('resolve_conversation', { conversation_id })
  await work()
  assert.equal((await runs({ rule_id: id }))[0]?.status, 'done')
  const requested = (await events()).findLast(({ name }) => name === 'automation.webhook_requested')!
  const event = { ...requested, account_id: actor.account.id, id: 'none' } as never
  const post = () => Promise.reject(new Error('unused'))
  const why = new Error('The other system answered 500.')
  await send_automation_webhooks({ post, get: post, checkUrl: () => undefined }, () => ({})).giveUp!(
    subscriberContext(runtime, registry, event),
    event,
    why,
  )
  const [run] = await runs({ rule_id: id })
  assert.deepEqual([run?.status, run?.steps[0]?.status, run?.steps[0]?.detail], ['failed', 'failed', why.message])
  await clear()
})

test('Two bots cannot loop: a rule runs a limited number of times per record and hour', async () => {
  const { id } = await rule('message.received', [{ type: 'send_message', content: 'Recibido' }])
  const { id: conversation_id, source_id } = await talk()
  for (let i = 0; i < 70; i++) await write({ source_id: source_id!, content: `Respuesta automática ${i}` })
  await work()
  const answers = await sql`
    select from messages where account_id = ${actor.account.id} and conversation_id = ${conversation_id} and author_type = 'automation'`
  assert.equal(answers.length, 60)
  const [last] = await runs({ rule_id: id })
  assert.deepEqual([last?.status, last?.steps.length, last?.finished_at === null], ['failed', 1, false])
  assert.match(last!.steps[0]!.detail!, /60 times .* within an hour/)
  await clear()
})

test('A rule can snooze a conversation until the customer writes', async () => {
  await rule('conversation.created', [{ type: 'snooze', minutes: null }])
  const { id: conversation_id, source_id } = await talk()
  await work()
  const { status, snoozed_until } = await detail(conversation_id)
  assert.deepEqual([status, snoozed_until], ['snoozed', null])
  await write({ source_id: source_id! })
  assert.equal((await detail(conversation_id)).status, 'open')
  await clear()
})

test('Rules do not affect another workspace', async () => {
  const theirs = await addAccount()
  await rule('conversation.resolved', [{ type: 'add_label', label: 'Vip' }])
  const { id: conversation_id } = await theirs.talk()
  await theirs.act('resolve_conversation', { conversation_id })
  await work()
  assert.deepEqual((await theirs.act('get_conversation_detail', { conversation_id })).labels, [])
  assert.deepEqual((await theirs.act('list_automation_runs', {})).items, [])
  await clear()
})
