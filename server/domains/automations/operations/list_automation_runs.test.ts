import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, sql, rule, talk, work, only, runtime, addAgent, addAccount } = await openAutomations()

const { id: rule_id } = await rule('conversation.created', [{ type: 'set_priority', priority: 'low' }], {
  name: 'Buena',
})
const failing = await rule('conversation.created', [{ type: 'add_note', content: '{{contact.city}}' }], {
  name: 'Mala',
})
const talks = [await talk(), await talk(), await talk()]
await work()

test('Runs are listed newest first, page by page, with their steps', async () => {
  const first = await act('list_automation_runs', { limit: 4 })
  const second = await act('list_automation_runs', { limit: 4, cursor: first.next_cursor! })
  const all = [...first.items, ...second.items]
  assert.deepEqual([all.length, second.next_cursor], [6, null])
  assert.equal(new Set(all.map(({ id }) => id)).size, 6)
  assert.deepEqual(
    all.map(({ created_at }) => created_at),
    all
      .map(({ created_at }) => created_at)
      .toSorted()
      .toReversed(),
  )
  const [run] = all
  assert.deepEqual([run?.name, run?.event, run?.status], ['Mala', 'conversation.created', 'failed'])
  assert.deepEqual(run?.steps[0]?.detail, 'Write a message or attach a file.')
  assert.ok(run?.finished_at)
})

test('Runs can be filtered by rule, record and status', async () => {
  const count = async (filters: Parameters<typeof act<'list_automation_runs'>>[1]) =>
    (await act('list_automation_runs', filters)).items.length
  assert.equal(await count({ rule_id }), 3)
  assert.equal(await count({ rule_id, status: 'failed' }), 0)
  assert.equal(await count({ rule_id: failing.id, status: 'failed' }), 3)
  assert.equal(await count({ subject_type: 'conversation', subject_id: talks[0]!.id }), 2)
  assert.equal(await count({ subject_type: 'conversation', subject_id: talks[0]!.id, status: 'done' }), 1)
  assert.equal((await refusal(act('list_automation_runs', { rule_id: '999999' }))).code, 'not_found')
  assert.equal((await refusal(act('list_automation_runs', { subject_id: '1' }))).code, 'missing_field')
  const missing = { subject_type: 'contact', subject_id: '999999' } as const
  assert.equal((await refusal(act('list_automation_runs', missing))).code, 'not_found')
})

test('An agent who sees only their own conversations sees only those runs', async () => {
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  const list = (filters = {}) => act('list_automation_runs', filters, { as: own })
  assert.deepEqual((await list()).items, [])
  const conversation_id = talks[1]!.id
  await act('assign_conversation', { conversation_id, agent: own.id! })
  assert.deepEqual([...new Set((await list()).items.map(({ subject }) => subject.id))], [conversation_id])
  const hidden = { subject_type: 'conversation', subject_id: talks[0]!.id }
  assert.equal((await refusal(list(hidden))).code, 'not_found')
})

test('Runs of another workspace are not listed, and it requires permission to read the workspace', async () => {
  const other = await addAccount()
  assert.deepEqual((await other.act('list_automation_runs', {})).items, [])
  assert.equal((await refusal(other.act('list_automation_runs', { rule_id }))).code, 'not_found')
  assert.equal((await refusal(act('list_automation_runs', {}, { as: only() }))).code, 'permission_denied')
})

test('The runs of a rule are found by index among many', async () => {
  // With two rules, each would seem to have half of the runs, and any index would find a page of them as soon.
  for (let i = 0; i < 10; i++) await rule('contact.created', [{ type: 'add_note', content: 'x' }], { name: `${i}` })
  await sql`
    insert into automation_runs (account_id, rule_id, name, event, key, subject_type, subject_id, status, created_at)
    select account_id, id, 'x', 'x', n::text, 'contact', n, 'done', now()
      from automation_rules, generate_series(1, 500) n
     where account_id = ${actor.account.id} and id <> ${rule_id}`
  await sql`analyze automation_runs`
  const { planOf } = openPlans(runtime, actor)
  const plan = await planOf('list_automation_runs', { rule_id, limit: 2 })
  assert.deepEqual(plan.indexes('automation_runs'), ['automation_runs_rule'])
  assert.ok(plan.rows('automation_runs') <= 4)
})

test('Failed runs are found by index among many successful ones', async () => {
  const { planOf } = openPlans(runtime, actor)
  const plan = await planOf('list_automation_runs', { status: 'failed', limit: 2 })
  assert.deepEqual(plan.indexes('automation_runs'), ['automation_runs_unwell'])
  assert.ok(plan.rows('automation_runs') <= 4)
})
