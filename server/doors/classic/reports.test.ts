import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { invoke } from '#kernel/invoke.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { registry } from '#registry'
import { type Loose, openClassicNode } from '#test/classic.ts'
import type { Input, Name } from '#test/workspace.ts'

const { node, ask, ok, rest, key, sql, token, account_id, user } = await openClassicNode()

/** A question on March 10, answered by a person after five minutes and resolved after an hour; one on March 12 left open. */
const actor = await loadSystemActor(sql, account_id, { type: 'user', id: user.id, name: user.name })
const act = <N extends Name>(name: N, input: Input<N>, moment: string) =>
  invoke(node.runtime, [name, registry[name]], actor, input, {
    request_id: 'test-request',
    now: new Date(`2026-03-${moment}-05:00`),
  })
const inbox = await act('create_inbox', { name: 'Ventas', channel: 'api', auto_assign: false }, '01T09:00')
const { conversation } = await act(
  'receive_message',
  { inbox_id: inbox.id, source_id: 'ella', content: 'Hola' },
  '10T10:00',
)
await act('assign_conversation', { conversation_id: conversation.id, agent: user.id }, '10T10:01')
await act('send_message', { conversation_id: conversation.id, content: 'Sí' }, '10T10:05')
await act('resolve_conversation', { conversation_id: conversation.id }, '10T11:00')
await act('receive_message', { inbox_id: inbox.id, source_id: 'otra', content: '¿Hay?' }, '12T10:00')

const seconds = (moment: string) => Date.parse(`2026-03-${moment}-05:00`) / 1000
const period = `since=${seconds('01T00:00')}&until=${seconds('31T23:59:59')}`
const days = 'from=2026-03-01&to=2026-03-31'

const v2 = async (path: string, headers: Record<string, string> = { api_access_token: token }) =>
  ask('GET', `/api/v2/accounts/${account_id}${path}`, undefined, headers)
const figures = async (path: string): Promise<Loose> => {
  const answer = await v2(path)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const ours = async (path: string): Promise<Loose> => (await rest('GET', path, { key })).body

describe('Figures of the second version', () => {
  test('equal those of our own reports', async () => {
    const summary = await figures(`/reports/summary?type=account&id=&${period}`)
    const { kpis } = await ours(`/reports/overview?${days}`)
    const { totals } = await ours(`/reports/agent-response-times?${days}`)
    assert.deepEqual(
      [summary.conversations_count, summary.incoming_messages_count, summary.resolutions_count],
      [kpis.conversations.current, kpis.incoming_messages.current, kpis.resolved.current],
    )
    assert.deepEqual([summary.conversations_count, summary.resolutions_count], [2, 1])
    assert.equal(summary.outgoing_messages_count, kpis.human_messages.current + kpis.ai_messages.current)
    assert.deepEqual(
      [summary.avg_first_response_time, summary.reply_time],
      [totals.first_response.mean_seconds, totals.answers.mean_seconds],
    )
    assert.equal(summary.avg_resolution_time, 3600)
    assert.deepEqual(
      [summary.previous.conversations_count, summary.previous.avg_first_response_time],
      [0, null],
      'the month before had none',
    )
    const byInbox = await figures(`/reports/summary?type=inbox&id=${inbox.id}&${period}`)
    assert.deepEqual(byInbox, summary)
    const byAgent = await figures(`/reports/summary?type=agent&id=${user.id}&${period}`)
    const { agents } = await ours(`/reports/agents?${days}`)
    const own = agents.find((each: Loose) => each.agent.id === user.id)
    assert.deepEqual(
      [byAgent.conversations_count, byAgent.outgoing_messages_count, byAgent.avg_first_response_time],
      [own.assigned, own.messages, own.first_response_mean_seconds],
    )
  })

  test('come as a series by day, and by month', async () => {
    const series = await figures(`/reports?metric=conversations_count&type=account&${period}&timezone_offset=-5`)
    const { daily } = await ours(`/reports/overview?${days}`)
    const counted = daily.filter((each: Loose) => each.conversations > 0)
    assert.deepEqual(
      series.filter(({ value }: Loose) => value > 0),
      counted.map((each: Loose) => ({ value: each.conversations, timestamp: seconds(`${each.day.slice(8)}T00:00`) })),
    )
    const month = await figures(`/reports?metric=avg_first_response_time&type=account&group_by=month&${period}`)
    assert.deepEqual(month, [{ value: 300, count: 1, timestamp: seconds('01T00:00') }])
    assert.equal((await v2(`/reports?metric=moons&${period}`)).status, 422)
    assert.equal((await v2('/reports/summary?since=x')).status, 422)
    assert.equal((await v2(`/reports/summary?type=planet&${period}`)).status, 422)
    assert.equal((await v2(`/reports/summary?type=label&id=999999&${period}`)).status, 404)
  })

  test('come for each agent and inbox, and for each team and label of the conversations', async () => {
    const { id: team } = await ok('POST', '/teams', { name: 'ventas' })
    const { id: unused } = await ok('POST', '/labels', { title: 'aparte' })
    const { id: label } = await ok('POST', '/labels', { title: 'vip' })
    await ok('POST', `/conversations/${conversation.id}/assignments`, { team_id: team })
    await ok('POST', `/conversations/${conversation.id}/labels`, { labels: ['vip'] })
    const line = {
      conversations_count: 1,
      resolved_conversations_count: 1,
      avg_resolution_time: 3600,
      avg_first_response_time: 300,
      avg_reply_time: 300,
    }
    const agents: Loose[] = await figures(`/summary_reports/agent?${period}`)
    assert.deepEqual(
      agents.find(({ id }) => id === Number(user.id)),
      { id: Number(user.id), ...line },
    )
    assert.deepEqual(await figures(`/summary_reports/team?${period}`), [{ id: team, ...line }])
    const nothing = Object.fromEntries(Object.keys(line).map((name) => [name, name.startsWith('avg') ? null : 0]))
    assert.deepEqual(await figures(`/summary_reports/label?${period}`), [
      { id: unused, ...nothing },
      { id: label, ...line },
    ])
    for (const which of [`type=label&id=${label}`, `type=team&id=${team}`]) {
      const summary = await figures(`/reports/summary?${which}&${period}`)
      assert.deepEqual([summary.conversations_count, summary.incoming_messages_count], [1, 1], which)
      const series: Loose[] = await figures(`/reports?metric=conversations_count&${which}&${period}`)
      const counted = series.filter(({ value }) => value > 0)
      assert.deepEqual(counted, [{ value: 1, timestamp: seconds('10T00:00') }], which)
    }
    const inboxes = await figures(`/summary_reports/inbox?${period}`)
    assert.deepEqual(inboxes, [{ id: Number(inbox.id), ...line, conversations_count: 2 }])
  })

  test('show the current state of the account and of each agent', async () => {
    assert.deepEqual(await figures('/reports/conversations?type=account'), {
      open: 1,
      unattended: 1,
      unassigned: 1,
      pending: 0,
    })
    const agents: Loose[] = await figures(`/reports/conversations/?type=agent&user_id=${user.id}`)
    assert.deepEqual(
      agents.map(({ id, email, metric }) => ({ id, email, metric })),
      [{ id: Number(user.id), email: user.email, metric: { open: 0, unattended: 0 } }],
    )
    assert.ok((await figures('/reports/conversations/?type=agent&user_id=')).length >= 1)
  })

  test('need the token', async () => {
    assert.equal((await v2(`/reports/summary?${period}`, {})).status, 401)
  })
})
