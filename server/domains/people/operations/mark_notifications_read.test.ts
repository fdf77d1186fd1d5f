import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { openPerson } from '#test/personal.ts'

const { act, actor, sql, events } = await openInbox()
const account_id = actor.account.id

async function notify(user_id: string | null, subject_id: number, kind = 'mention'): Promise<string> {
  const [row] = await sql<{ id: string }>`
    insert into notifications (account_id, user_id, kind, subject_type, subject_id, title, url, actor, event_id, created_at)
    values (${account_id}, ${user_id}, ${kind}, 'conversation', ${subject_id}, 'Ida', 'https://hilo.test',
            ${{ type: 'system', id: null, name: 'Hilo' }}, gen_random_uuid(), now()) returning id`
  return row!.id
}

const unreadOf = async (person: { user_id: string | null }) =>
  (
    await sql<{ id: string }>`
    select id from notifications where user_id = ${person.user_id} and read_at is null order by id`
  ).map(({ id }) => id)

test('A person marks the named notifications, those about a record, or all as read', async () => {
  const luz = await openPerson(sql, account_id)
  const [one, two, three, four] = [
    await notify(luz.user_id, 1),
    await notify(luz.user_id, 2),
    await notify(luz.user_id, 2, 'sla_breached'),
    await notify(luz.user_id, 3),
  ]
  const mark = async (input: Parameters<typeof act<'mark_notifications_read'>>[1]) =>
    (await act('mark_notifications_read', input, { as: luz })).marked
  assert.equal(await mark({ notification_ids: [one] }), 1)
  assert.equal(await mark({ notification_ids: [one] }), 0, 'it was read before')
  assert.equal(await mark({ subject: { type: 'lead', id: '2' } }), 0)
  assert.equal(await mark({ subject: { type: 'conversation', id: '2' } }), 2)
  assert.deepEqual(await unreadOf(luz), [four])
  assert.equal(await mark({}), 1)
  assert.deepEqual(await unreadOf(luz), [])
  const read = (await events()).filter(({ name }) => name === 'notification.read')
  assert.deepEqual(
    read.map(({ payload }) => payload),
    [[one], [two, three], [four]].map((notification_ids) => ({ reader: { user_id: luz.user_id }, notification_ids })),
    'other devices of the person are informed, nothing is repeated',
  )
})

test('Nobody marks the notifications of another person', async () => {
  const [luz, sol] = [await openPerson(sql, account_id), await openPerson(sql, account_id, 'Sol')]
  const id = await notify(luz.user_id, 9)
  assert.equal((await act('mark_notifications_read', { notification_ids: [id] }, { as: sol })).marked, 0)
  assert.deepEqual(await unreadOf(luz), [id])
})
