import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, sql, addAccount } = await openInbox()
const account_id = actor.account.id
const [luz, sol] = [await openPerson(sql, account_id), await openPerson(sql, account_id, 'Sol')]

/** A notification for a person, made some seconds ago. */
async function notify(user_id: string | null, title: string, seconds: number, kind = 'mention'): Promise<void> {
  await sql`
    insert into notifications (account_id, user_id, kind, subject_type, subject_id, title, url, actor, event_id, created_at)
    values (${account_id}, ${user_id}, ${kind}, 'lead', ${seconds}, ${title}, ${`https://hilo.test/${seconds}`},
            ${{ type: 'system', id: null, name: 'Hilo' }}, gen_random_uuid(), now() - make_interval(secs => ${seconds}))`
}

test('People see their own notifications, newest first and page by page, with the number of unread ones', async () => {
  await notify(luz.user_id, 'Antigua', 30)
  await notify(luz.user_id, 'Reciente', 10)
  await notify(luz.user_id, 'Intermedia', 20, 'owner_changed')
  await notify(sol.user_id, 'De otra persona', 5)
  const first = await act('list_notifications', { limit: 2 }, { as: luz })
  const titles = ({ items }: typeof first) => items.map(({ subject }) => subject.title)
  assert.deepEqual([titles(first), first.unread_count], [['Reciente', 'Intermedia'], 3])
  const next = await act('list_notifications', { limit: 2, cursor: first.next_cursor! }, { as: luz })
  assert.deepEqual([titles(next), next.next_cursor], [['Antigua'], null])
  const [latest] = first.items
  assert.deepEqual(latest!.subject, { type: 'lead', id: '10', title: 'Reciente', url: 'https://hilo.test/10' })
  await act('mark_notifications_read', { notification_ids: [latest!.id] }, { as: luz })
  const unread = await act('list_notifications', { unread: true }, { as: luz })
  assert.deepEqual([titles(unread), unread.unread_count], [['Intermedia', 'Antigua'], 2])
})

test('Notifications belong to one workspace, and keys have none', async () => {
  const other = await addAccount()
  assert.equal((await refusal(act('list_notifications', {}))).code, 'permission_denied')
  const stranger = await openPerson(sql, other.actor.account.id)
  assert.deepEqual((await other.act('list_notifications', {}, { as: stranger })).items, [])
})
