import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { deleteOldRuns, nextDue, nextRunExpiry, emitDue } from '#domains/automations/runs/due.ts'
import { reopenSnoozed } from '#domains/conversations/lifecycle/snooze-timer.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { openAutomations } from '#test/automations.ts'
import { openPlans } from '#test/plan.ts'

const { act, actor, sql, talk, write, work, rule, runs, events, runtime, waiting, addAccount } = await openAutomations()

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
const note = [{ type: 'add_note' as const, content: 'Hace rato' }]
const countNotes = async (conversation_id: string) =>
  (await act('get_conversation_messages', { conversation_id })).items.filter((message) => message.private).length
const clear = async () => {
  await work()
  await sql`delete from automation_rules`
  await sql`delete from conversations`
}
/** A rule created some time ago. */
const oldRule = async (event: Parameters<typeof rule>[0], minutes: number, more = {}, since = 600) => {
  const made = await rule(event, note, { minutes, ...more })
  await sql`update automation_rules set reached_at = ${ago(since)} where id = ${made.id}`
  return made
}
/** The same workspace on another node. */
const secondNode = (): Runtime => {
  const { password, ...options } = runtime.database.work.options
  const database = openDatabase({ ...(options as object), password: password as string }, () => {}, 4)
  return { ...runtime, database }
}
const dueEvents = async () => (await events()).filter(({ name }) => name === 'automation.due')

test('A customer who waits long enough triggers the rule once', async () => {
  const { id: rule_id } = await oldRule('conversation.waiting', 10)
  const [early, late] = [await write({}, { now: ago(5) }), await write({}, { now: ago(11) })]
  await emitDue(runtime)
  await work()
  assert.deepEqual([await countNotes(early.conversation.id), await countNotes(late.conversation.id)], [0, 1])
  const [run] = await runs({ rule_id })
  assert.deepEqual([run?.event, run?.status, run?.subject.id], ['conversation.waiting', 'done', late.conversation.id])
  for (let i = 0; i < 3; i++) {
    await emitDue(runtime)
    await work()
  }
  assert.equal(await countNotes(late.conversation.id), 1)
  const [{ at } = { at: null }] = await sql<{ at: string | null }>`${nextDue}`
  assert.equal(at, new Date(Date.parse(early.conversation.waiting_since!) + 10 * MINUTE).toISOString())
  await clear()
})

test('A customer answered meanwhile does not trigger the rule, even if the event was emitted', async () => {
  const { id: rule_id } = await oldRule('conversation.waiting', 10)
  const { conversation } = await write({}, { now: ago(20) })
  await emitDue(runtime)
  await act('send_message', { conversation_id: conversation.id, content: 'Aquí estoy' })
  await work()
  assert.deepEqual(await runs({ rule_id }), [])
  await clear()
})

test('A customer who does not reply triggers the rule, unless the conversation is resolved', async () => {
  await oldRule('conversation.no_reply', 30)
  const talks = [await talk(), await talk(), await talk()]
  const [silent, settled, answered] = talks.map(({ id }) => id) as [string, string, string]
  for (const conversation_id of [silent, settled, answered])
    await act('send_message', { conversation_id, content: '¿Sigues ahí?' }, { now: ago(40) })
  await act('resolve_conversation', { conversation_id: settled })
  const { source_id } = talks[2]!
  await write({ source_id: source_id! })
  await emitDue(runtime)
  await work()
  assert.deepEqual([await countNotes(silent), await countNotes(settled), await countNotes(answered)], [1, 0, 0])
  await clear()
})

test('An idle conversation triggers the rule once per idle period', async () => {
  await oldRule('conversation.idle', 60)
  const { conversation } = await write({ source_id: 'quieta' }, { now: ago(200) })
  const conversation_id = conversation.id
  const again = async () => {
    await emitDue(runtime)
    await work()
    return countNotes(conversation_id)
  }
  assert.equal(await again(), 1)
  // The rule does not react to its own message.
  assert.equal(await again(), 1)
  await act('send_message', { conversation_id, content: 'Hola' })
  assert.equal(await again(), 1)
  await sql`update conversations set idle_since = ${ago(90)} where id = ${conversation_id}`
  assert.equal(await again(), 2)
  await act('resolve_conversation', { conversation_id })
  await sql`update conversations set idle_since = ${ago(80)} where id = ${conversation_id}`
  assert.equal(await again(), 2)
  await clear()
})

test('A timed rule whose action is an event itself does not repeat', async () => {
  const made = await rule(
    'conversation.waiting',
    [
      { type: 'send_message', content: 'Un momento' },
      { type: 'set_status', status: 'pending' },
      { type: 'set_status', status: 'open' },
    ],
    { minutes: 5 },
  )
  await sql`update automation_rules set reached_at = ${ago(600)} where id = ${made.id}`
  await rule('conversation.opened', note)
  const { conversation } = await write({}, { now: ago(10) })
  for (let i = 0; i < 4; i++) {
    await emitDue(runtime)
    await work()
  }
  assert.equal((await runs({ rule_id: made.id })).length, 1)
  assert.equal(await countNotes(conversation.id), 0)
  await clear()
})

test('A rule that snoozes a conversation is not triggered when the snooze ends, whatever its trigger', async () => {
  const nap = [...note, { type: 'snooze' as const, minutes: 1 }]
  const idle = await rule('conversation.idle', nap, { minutes: 60 })
  await sql`update automation_rules set reached_at = ${ago(600)} where id = ${idle.id}`
  const opened = await rule('conversation.opened', nap)
  const { conversation } = await write({}, { now: ago(90) })
  for (let i = 0; i < 4; i++) {
    await emitDue(runtime)
    await work()
    await sql`update conversations set snoozed_until = ${ago(0)} where id = ${conversation.id} and status = 'snoozed'`
    await reopenSnoozed(runtime)
    await sql`update conversations set idle_since = idle_since - interval '61 minutes' where id = ${conversation.id} and idle_since > ${ago(60)}`
    await work()
  }
  assert.equal((await act('get_conversation_detail', { conversation_id: conversation.id })).status, 'open')
  assert.deepEqual([(await runs({ rule_id: idle.id })).length, (await runs({ rule_id: opened.id })).length], [1, 0])
  await clear()
})

test('A conversation snoozed by a person triggers rules when the snooze ends', async () => {
  const { id: rule_id } = await rule('conversation.opened', note)
  const { conversation } = await write()
  const until = new Date(Date.now() + 60 * MINUTE).toISOString()
  await act('snooze_conversation', { conversation_id: conversation.id, until })
  await sql`update conversations set snoozed_until = ${ago(0)} where id = ${conversation.id}`
  await reopenSnoozed(runtime)
  await work()
  assert.equal((await runs({ rule_id })).length, 1)
  await clear()
})

test('Conditions are evaluated when the rule is due', async () => {
  const urgent = { any: [{ all: [{ field: 'priority', operator: 'equal_to', values: ['urgent'] }] }] }
  await oldRule('conversation.waiting', 10, { conditions: urgent })
  const [plain, pressing] = [await write({}, { now: ago(20) }), await write({}, { now: ago(20) })]
  await act('set_conversation_priority', { conversation_id: pressing.conversation.id, priority: 'urgent' })
  await emitDue(runtime)
  await work()
  assert.deepEqual([await countNotes(plain.conversation.id), await countNotes(pressing.conversation.id)], [0, 1])
  await clear()
})

test('A timed rule ignores what fell due before it was created, turned on or changed', async () => {
  const { conversation: old } = await write({}, { now: ago(100) })
  const { conversation: young } = await write({}, { now: ago(5) })
  const { id: rule_id } = await rule('conversation.waiting', note, { minutes: 60 })
  const attempt = async () => {
    await emitDue(runtime)
    await work()
    return [await countNotes(old.id), await countNotes(young.id)]
  }
  assert.deepEqual(await attempt(), [0, 0])
  await act('update_automation_rule', { rule_id, minutes: 50 })
  assert.deepEqual(await attempt(), [0, 0])
  await act('update_automation_rule', { rule_id, active: false })
  await sql`update automation_rules set reached_at = ${ago(1000)} where id = ${rule_id}`
  assert.deepEqual(await sql<{ at: string | null }>`${nextDue}`, [{ at: null }])
  assert.deepEqual(await attempt(), [0, 0])
  await act('update_automation_rule', { rule_id, active: true })
  assert.deepEqual(await attempt(), [0, 0])
  // Renaming does not restart the timer.
  await sql`update automation_rules set reached_at = ${ago(1000)} where id = ${rule_id}`
  await act('update_automation_rule', { rule_id, name: 'Otra' })
  assert.deepEqual(await attempt(), [1, 0])
  await clear()
})

test('Hundreds of due conversations are all emitted once, by two nodes', async () => {
  const { id: rule_id } = await oldRule('conversation.waiting', 10)
  const { id } = await talk()
  await sql`
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, waiting_since, idle_since, last_activity_at, created_at, updated_at)
    select account_id, inbox_id, contact_id, identity_id, 'open', date_trunc('second', now()) - make_interval(mins => 20 + n / 100), now(), now(), now(), now()
      from conversations, generate_series(1, 450) n where id = ${id}`
  const second = secondNode()
  const before = (await dueEvents()).length
  for (let i = 0; i < 4; i++) await Promise.all([emitDue(runtime), emitDue(second), emitDue(runtime)])
  await second.database.close()
  const due = (await dueEvents()).slice(before).map(({ payload }) => String(payload.conversation_id))
  assert.deepEqual([due.length, new Set(due).size], [450, 450])
  await work()
  assert.equal((await act('get_automation_rule', { rule_id })).run_count, 450)
  await clear()
})

test('A due conversation does nothing if its rule was deleted or turned off', async () => {
  const [gone, off] = [await oldRule('conversation.waiting', 10), await oldRule('conversation.waiting', 10)]
  const { conversation } = await write({}, { now: ago(20) })
  await emitDue(runtime)
  assert.equal((await waiting()).filter(({ name }) => name === 'automation.due').length, 2)
  await act('delete_automation_rule', { rule_id: gone.id })
  await act('update_automation_rule', { rule_id: off.id, active: false })
  await work()
  assert.equal(await countNotes(conversation.id), 0)
  await clear()
})

test('Timed rules do not affect another workspace', async () => {
  const other = await addAccount()
  await oldRule('conversation.waiting', 10)
  await other.write({}, { now: ago(20) })
  await emitDue(runtime)
  assert.deepEqual(await waiting().then((all) => all.filter(({ name }) => name === 'automation.due')), [])
  await clear()
})

test('The next due conversation is found by index, however many there are', async () => {
  const { id } = await talk()
  await sql`
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, waiting_since, awaiting_customer_since, idle_since, last_activity_at, created_at, updated_at)
    select account_id, inbox_id, contact_id, identity_id, 'open', moment, moment, moment, moment, moment, moment
      from conversations, generate_series(1, 5000) n, lateral (select now() - make_interval(secs => n) as moment) m where id = ${id}`
  await sql`analyze conversations`
  for (const event of ['conversation.waiting', 'conversation.no_reply', 'conversation.idle'] as const)
    await rule(event, note, { minutes: 5 })
  const { planWhile } = openPlans(runtime, actor)
  const plan = await planWhile((ctx) => ctx.sql`${nextDue}`)
  assert.deepEqual(plan.indexes('conversations'), [
    'conversations_awaiting',
    'conversations_idle',
    'conversations_waiting',
  ])
  assert.ok(plan.rows('conversations') <= 6, `${plan.rows('conversations')} rows`)
  await clear()
})

test('Runs are deleted after ninety days', async () => {
  const { id: rule_id } = await rule('conversation.created', note)
  await talk()
  await talk()
  await work()
  const [first] = await runs({ rule_id })
  await sql`update automation_runs set created_at = now() - interval '91 days' where id = ${first!.id}`
  const [{ at } = { at: null }] = await sql<{ at: string | null }>`${nextRunExpiry}`
  assert.ok(Date.parse(at!) <= Date.now())
  await deleteOldRuns(sql)
  assert.equal((await runs({ rule_id })).length, 1)
  assert.deepEqual(await sql`select from automation_steps where run_id = ${first!.id}`, [])
  await clear()
})
