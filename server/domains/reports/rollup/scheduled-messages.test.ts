import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rebuildReports } from './rollup.ts'
import { openInbox } from '#test/inbox.ts'

const { act, actor, write, runtime } = await openInbox()

test('A message that is still to be sent counts neither in the sums nor for limited visibility', async () => {
  const now = new Date('2026-05-04T14:00:00Z')
  const { conversation } = await write({}, { now })
  const message = { conversation_id: conversation.id, content: 'Más tarde', scheduled_at: '2026-05-04T18:00:00.000Z' }
  await act('send_message', message, { now })
  await act('send_message', { conversation_id: conversation.id, content: 'Ahora' }, { now })
  await act('assign_conversation', { conversation_id: conversation.id, agent: actor.user_id! }, { now })
  await rebuildReports(runtime, actor.account.id)
  const day = { from: '2026-05-04', to: '2026-05-04' }
  for (const visibility of ['all', 'own'] as const) {
    const as = { ...actor, visibility }
    const { kpis } = await act('get_overview_report', day, { as, now })
    assert.equal(kpis.human_messages.current, 1, visibility)
    assert.equal((await act('list_messages', { ...day, sender: 'person', include_total: true }, { as })).total, 1)
  }
})
