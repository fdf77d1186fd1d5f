import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SlaKind } from '#contract/records/quality.ts'
import { recordDueBreaches } from '#domains/conversations/sla/breaches.ts'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const root = await openInbox()
const { runtime, sql } = root

type Workspace = Awaited<ReturnType<typeof root.addAccount>>

/** A local moment in Bogota. */
const at = (local: string) => new Date(`${local}-05:00`)
const march = { from: '2026-03-01', to: '2026-03-31' }
const report = (workspace: Workspace, input: Input<'get_sla_breaches_report'> = march, as?: Actor) =>
  workspace.act('get_sla_breaches_report', input, { now: at('2026-04-10T12:00'), ...(as && { as }) })

type Missed = { kind?: SlaKind; assignee?: string; team?: string; inbox_id?: string; priority?: 'urgent' }

/** A breach at this moment, inserted directly because the database clock cannot be set back. */
async function miss({ act, actor, write, inbox }: Workspace, moment: string, missed: Missed = {}) {
  const { kind = 'first_response', assignee = null, team = null, inbox_id = inbox.id, priority = 'none' } = missed
  const { id } = (await write({ inbox_id }, { now: at('2026-03-01T08:00') })).conversation
  if (assignee) await act('assign_conversation', { conversation_id: id, agent: assignee })
  if (team) await act('set_conversation_team', { conversation_id: id, team })
  await sql`
    insert into sla_breaches (account_id, conversation_id, inbox_id, kind, priority, assignee_id, team_id, due_at, breached_at)
    values (${actor.account.id}, ${id}, ${inbox_id}, ${kind}, ${priority}, ${assignee}, ${team}, ${at(moment)}, ${at(moment)})`
  return id
}

const sums = (total: number, first_response: number, next_response = 0, resolution = 0) => ({
  total,
  first_response,
  next_response,
  resolution,
})

test('Breaches are grouped by kind, inbox, agent, team and priority at the time, and by day', async () => {
  const workspace = await root.addAccount()
  const { act, inbox, addAgent } = workspace
  const ines = await addAgent('Inés')
  const { id: team } = await act('create_team', { name: 'Ventas' })
  const other = await act('create_inbox', { name: 'Otra', channel: 'api', auto_assign: false })
  await miss(workspace, '2026-03-31T23:30', { assignee: ines.id!, team })
  await miss(workspace, '2026-03-31T23:59', { kind: 'next_response', assignee: ines.id!, inbox_id: other.id })
  await miss(workspace, '2026-03-02T09:00', { kind: 'resolution', priority: 'urgent' })
  await miss(workspace, '2026-04-01T00:00')
  await miss(workspace, '2026-02-28T23:59')
  const result = await report(workspace)
  assert.deepEqual([result.days, result.time_zone], [march, 'America/Bogota'])
  assert.deepEqual(result.totals, sums(3, 1, 1, 1))
  assert.deepEqual([result.asked, result.first_response_breach_rate], [5, 20])
  assert.deepEqual(result.by_kind, [
    { kind: 'first_response', count: 1, share: 33.3 },
    { kind: 'next_response', count: 1, share: 33.3 },
    { kind: 'resolution', count: 1, share: 33.3 },
  ])
  assert.deepEqual(result.by_inbox, [
    { inbox: { id: inbox.id, name: 'Ventas' }, name: 'Ventas', ...sums(2, 1, 0, 1) },
    { inbox: { id: other.id, name: 'Otra' }, name: 'Otra', ...sums(1, 0, 1) },
  ])
  assert.deepEqual(result.by_agent, [
    { agent: { id: ines.id, name: 'Inés' }, name: 'Inés', ...sums(2, 1, 1) },
    { agent: null, name: 'Sin asignar', ...sums(1, 0, 0, 1) },
  ])
  assert.deepEqual(result.by_team, [
    { team: { id: team, name: 'Ventas' }, name: 'Ventas', ...sums(1, 1) },
    { team: null, name: 'Sin equipo', ...sums(2, 0, 1, 1) },
  ])
  assert.deepEqual(
    result.by_priority.filter(({ total }) => total > 0),
    [
      { priority: 'urgent', ...sums(1, 0, 0, 1) },
      { priority: 'none', ...sums(2, 1, 1) },
    ],
  )
  assert.deepEqual([result.by_priority.length, result.daily.length], [5, 31])
  assert.deepEqual(
    result.daily.filter(({ total }) => total > 0),
    [
      { day: '2026-03-02', ...sums(1, 0, 0, 1) },
      { day: '2026-03-31', ...sums(2, 1, 1) },
    ],
  )
  const listed = await act('list_sla_breaches', { ...march, limit: 100 })
  assert.equal(listed.items.length, result.totals.total, 'the list has the same number')
  assert.deepEqual((await report(workspace, { ...march, inbox_id: other.id })).totals, sums(1, 0, 1))
})

test('Breaches recorded by the timer are included', async () => {
  const workspace = await root.addAccount()
  await workspace.write({}, { now: new Date(Date.now() - 3_600_000) })
  await recordDueBreaches(runtime)
  const { totals, by_agent } = await workspace.act('get_sla_breaches_report', { days: 2 })
  assert.deepEqual(totals, sums(1, 1))
  assert.deepEqual(
    by_agent.map(({ name }) => name),
    ['Sin asignar'],
  )
})

test('Without conversations and breaches there are zeros and no shares', async () => {
  const { totals, first_response_breach_rate, by_kind, by_agent, daily } = await report(await root.addAccount())
  assert.deepEqual([totals, first_response_breach_rate, by_agent], [sums(0, 0), null, []])
  assert.ok(by_kind.every(({ count, share }) => count === 0 && share === null))
  assert.ok(daily.every(({ total }) => total === 0))
})

test('Breaches with limited visibility cover own conversations, and former agents keep their name', async () => {
  const workspace = await root.addAccount()
  const { act, addAgent } = workspace
  const [own, gone] = [await addAgent('Propia', { visibility: 'own' }), await addAgent('Luis')]
  await miss(workspace, '2026-03-10T09:00', { assignee: own.id! })
  await miss(workspace, '2026-03-10T09:00', { assignee: gone.id! })
  await act('deactivate_member', { member_id: gone.id!, leave: true })
  assert.deepEqual(
    (await report(workspace)).by_agent.map(({ name, total }) => [name, total]),
    [
      ['Luis', 1],
      ['Propia', 1],
    ],
  )
  const seen = await report(workspace, march, own)
  assert.deepEqual([seen.totals.total, seen.asked, seen.by_agent.length], [1, 1, 1])
})

test('The report on SLA breaches requires reports:read and an existing inbox', async () => {
  const as = root.only('conversations:read')
  assert.equal((await refusal(root.act('get_sla_breaches_report', {}, { as }))).code, 'permission_denied')
  assert.equal((await refusal(root.act('get_sla_breaches_report', { inbox_id: '999999' }))).code, 'not_found')
})
