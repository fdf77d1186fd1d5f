import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction } from '#db/database.ts'
import { reportRows, type Measure, measures, rawRows } from './report-rows.ts'
import { rollUpReports, nextRollup, rebuildReports } from './rollup.ts'
import { inTransaction } from '#kernel/invoke.ts'
import type { Actor, Context } from '#kernel/operation.ts'
import { registry } from '#registry'
import { openInbox } from '#test/inbox.ts'
import { until } from '#test/wait.ts'

const workspace = await openInbox()
const { runtime, sql } = workspace
type Workspace = Awaited<ReturnType<typeof workspace.addAccount>>

const ever = { from: null, to: '2199-12-31' }
const at = (text: string) => ({ now: new Date(text) })

function contextOf(actor: Actor): Context {
  const silent = { emit: () => {}, signal: () => {}, checkUrl: () => undefined }
  return {
    operation: 'test',
    sql,
    actor,
    now: new Date(),
    base_url: '',
    secret: runtime.secret,
    undoSeconds: 10,
    ...silent,
  }
}

type Row = { measure: Measure; day: string; count: number }

/** Counts per measure and day, as a report reads them. */
async function days(
  actor: Actor,
  wanted: readonly Measure[],
  between = ever as Parameters<typeof reportRows>[3],
): Promise<Row[]> {
  const rows = await reportRows(contextOf(actor), 'day', wanted, between)
  return sql<Row>`
    select measure, day::text, sum(count)::int as count from (${rows}) r group by 1, 2 having sum(count) <> 0 order by 1, 2`
}

/** Rollups with pending deltas compared with raw rows; only the differences. */
function differences({ account }: Actor) {
  return sql`
    select measure, day::text, agent_id, dim, sum(count)::int as count, sum(seconds)::int as seconds from (
      select measure, day, agent_id, dim, count, seconds from report_counts where account_id = ${account.id}
      union all
      select measure, (at at time zone ${account.time_zone})::date, agent_id, dim, count, seconds from report_deltas where account_id = ${account.id}
      union all
      select measure, (at at time zone ${account.time_zone})::date, agent_id, dim, -count, -seconds from (${rawRows(account.id, measures)}) t) r
     group by 1, 2, 3, 4 having sum(count) <> 0 or sum(seconds) <> 0`
}

const waiting = async ({ account }: Actor) =>
  (await sql`select from report_deltas where account_id = ${account.id}`).length

/** Whether a session waits for a lock of another. */
const hasWaitingSession = async () => {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`
  return rows.length > 0
}

test('New events are counted at once, before any rollup', async () => {
  const { write, actor } = await workspace.addAccount()
  await write({}, at('2026-05-04T15:00:00Z'))
  assert.deepEqual(await days(actor, ['created', 'incoming']), [
    { measure: 'created', day: '2026-05-04', count: 1 },
    { measure: 'incoming', day: '2026-05-04', count: 1 },
  ])
  assert.ok((await waiting(actor)) > 0)
  await rollUpReports(runtime)
  assert.equal(await waiting(actor), 0)
  assert.equal((await days(actor, ['created']))[0]!.count, 1)
})

test('23:30 local time on the 31st counts on the 31st', async () => {
  const { write, actor } = await workspace.addAccount()
  await write({}, at('2026-02-01T04:30:00Z'))
  const january = { from: '2026-01-01', to: '2026-01-31' }
  const february = { from: '2026-02-01', to: '2026-02-28' }
  for (const _ of ['waiting to be added', 'added']) {
    assert.deepEqual(await days(actor, ['incoming'], january), [{ measure: 'incoming', day: '2026-01-31', count: 1 }])
    assert.deepEqual(await days(actor, ['incoming'], february), [])
    await rollUpReports(runtime)
  }
})

test('A midnight that occurs twice starts the day once', async () => {
  // In Havana clocks go back from one to midnight: 00:30 occurs twice, both times on the 2nd.
  const { write, actor: before, act } = await workspace.addAccount()
  const actor = { ...before, account: await act('update_account', { time_zone: 'America/Havana' }) }
  for (const moment of ['2025-11-02T03:30:00Z', '2025-11-02T04:30:00Z', '2025-11-02T05:30:00Z'])
    await write({}, at(moment))
  const own: Actor = { ...actor, visibility: 'own' }
  await sql`update conversations set assignee_id = ${actor.user_id} where account_id = ${actor.account.id}`
  for (const _ of ['waiting to be added', 'added']) {
    for (const who of [actor, own]) {
      const first = await days(who, ['incoming'], { from: '2025-11-01', to: '2025-11-01' })
      assert.deepEqual(first, [{ measure: 'incoming', day: '2025-11-01', count: 1 }])
      const second = await days(who, ['incoming'], { from: '2025-11-02', to: '2025-11-02' })
      assert.deepEqual(second, [{ measure: 'incoming', day: '2025-11-02', count: 2 }])
    }
    await rollUpReports(runtime)
  }
})

test('After a change of time zone days are right at once and rollups after the next run', async () => {
  const { write, actor: before, act } = await workspace.addAccount()
  await write({}, at('2026-02-01T04:30:00Z'))
  await rollUpReports(runtime)
  const account = await act('update_account', { time_zone: 'Asia/Kolkata' })
  const actor = { ...before, account }
  const there = [{ measure: 'incoming' as const, day: '2026-02-01', count: 1 }]
  assert.deepEqual(await days(actor, ['incoming']), there)

  await write({}, at('2026-02-01T18:40:00Z'))
  const [due] = await sql<{ at: string | null }>`${nextRollup}`
  assert.ok(Date.parse(due!.at!) <= Date.now() + 1000)
  await rollUpReports(runtime)
  assert.deepEqual(await days(actor, ['incoming']), [...there, { measure: 'incoming', day: '2026-02-02', count: 1 }])
  assert.deepEqual(await differences(actor), [])
})

test('Concurrent rollups count nothing twice', async () => {
  const { write, actor } = await workspace.addAccount()
  for (let i = 0; i < 5; i++) await write()
  await Promise.all([
    rollUpReports(runtime),
    rollUpReports(runtime),
    rebuildReports(runtime, actor.account.id),
    rollUpReports(runtime),
  ])
  assert.deepEqual(await differences(actor), [])
  assert.equal(await waiting(actor), 0)
})

test('Messages written during a rollup are neither lost nor counted twice', async () => {
  const { write, act, actor } = await workspace.addAccount()
  let writing = true
  const folding = (async () => {
    for (let i = 0; writing; i++)
      await (i % 4 === 3 ? rebuildReports(runtime, actor.account.id) : rollUpReports(runtime))
  })()
  const customer = async (source_id: string) => {
    for (let i = 0; i < 8; i++) {
      const { conversation } = await write({ source_id })
      await act('send_message', { conversation_id: conversation.id, content: 'Va' })
      if (i % 3 === 0) await act('assign_conversation', { conversation_id: conversation.id, agent: actor.user_id! })
      if (i % 3 === 1) await act('resolve_conversation', { conversation_id: conversation.id })
    }
  }
  await Promise.all(['ana', 'beto', 'carla'].map(customer))
  writing = false
  await folding
  assert.deepEqual(await differences(actor), [])
  await rollUpReports(runtime)
  assert.deepEqual(await differences(actor), [])
})

test('An interrupted rollup changes nothing, and the next one completes it', async () => {
  const { write, actor } = await workspace.addAccount()
  await write()
  await rollUpReports(runtime)
  await write()
  const before = await waiting(actor)
  // A locked rollup row makes the run wait after it took its deltas; there it is cut off.
  await transaction(runtime.database.work, async (held) => {
    await held`select from report_counts where account_id = ${actor.account.id} for update`
    const dying = assert.rejects(rollUpReports(runtime))
    await until(hasWaitingSession, 'the rollup to wait')
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`
    await dying
  })
  assert.equal(await waiting(actor), before)
  assert.deepEqual(await differences(actor), [])
  await rollUpReports(runtime)
  assert.equal(await waiting(actor), 0)
  assert.deepEqual(await differences(actor), [])
})

/** Runs the operation and commits only when released. */
function slowly({ actor }: Workspace, name: 'send_message', input: object) {
  let commit = () => {}
  const released = new Promise<void>((resolve) => (commit = resolve))
  let begun = () => {}
  const done = new Promise<void>((resolve) => (begun = resolve))
  const result = inTransaction(runtime, name, actor, { request_id: 'test' }, async (ctx) => {
    await registry[name].run(ctx, input as never)
    begun()
    await released
  })
  return { done, commit, result }
}

test('An answer sent while the contact is deleted leaves no count behind', async () => {
  const account = await workspace.addAccount()
  const { write, act, actor } = account
  const { conversation } = await write()
  const answer = slowly(account, 'send_message', { conversation_id: conversation.id, content: 'Va' })
  await answer.done
  const deleting = act('delete_contact', { contact_id: conversation.contact.id })
  await until(hasWaitingSession, 'the deletion to wait')
  answer.commit()
  await Promise.all([answer.result, deleting])
  assert.deepEqual(await differences(actor), [])
  assert.deepEqual(await days(actor, measures), [])
})

test('Deleting an inbox deletes its rollups and pending deltas', async () => {
  const { write, act, inbox, actor } = await workspace.addAccount()
  await write()
  await rollUpReports(runtime)
  await write()
  await act('delete_inbox', { inbox_id: inbox.id })
  assert.deepEqual(await days(actor, measures), [])
  await rollUpReports(runtime)
  assert.deepEqual(await days(actor, measures), [])
  assert.equal(await waiting(actor), 0)
})

test('A conversation that was unassigned can be resolved', async () => {
  const { talk, act, actor } = await workspace.addAccount()
  const { id: conversation_id } = await talk()
  await act('assign_conversation', { conversation_id, agent: actor.user_id! })
  await act('unassign_conversation', { conversation_id })
  await act('resolve_conversation', { conversation_id })
  const [given] =
    await sql`select resolved_now, resolved_theirs from assignments where account_id = ${actor.account.id}`
  assert.deepEqual(given, { resolved_now: true, resolved_theirs: false })
})

test('A conversation created as resolved counts as resolved for its assignee, even if reopened', async () => {
  const { act, actor, inbox } = await workspace.addAccount()
  const { id: contact_id } = await act('create_contact', { name: 'Marta', email: 'marta@example.com' })
  const theirs = { contact_id, inbox_id: inbox.id, status: 'resolved' as const, agent: actor.user_id! }
  const { id: conversation_id } = await act('create_conversation', theirs)
  await act('reopen_conversation', { conversation_id })
  const [given] =
    await sql`select resolved_now, resolved_theirs from assignments where account_id = ${actor.account.id}`
  assert.deepEqual(given, { resolved_now: false, resolved_theirs: true })
})

test('If the first inbox of a contact is deleted, the inbox of its oldest conversation takes its place', async () => {
  const { write, act, inbox, actor } = await workspace.addAccount()
  const other = await act('create_inbox', { name: 'Soporte', channel: 'api', auto_assign: false })
  const contact = { phone_number: '+573001112233' }
  const { conversation } = await write({ contact })
  await write({ inbox_id: other.id, contact })
  const { conversation: alone } = await write()
  const first = async (id: string) =>
    (
      await sql<{
        at: string | null
      }>`select first_inbox_id as at from contacts where account_id = ${actor.account.id} and id = ${id}`
    )[0]!.at
  assert.equal(await first(conversation.contact.id), inbox.id)
  await act('delete_inbox', { inbox_id: inbox.id })
  assert.equal(await first(conversation.contact.id), other.id)
  assert.equal(await first(alone.contact.id), null)
  await write({ inbox_id: other.id, source_id: 'otra vez', contact: { phone_number: '+573001112233' } })
  assert.equal(await first(conversation.contact.id), other.id)
})
