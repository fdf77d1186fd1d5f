import assert from 'node:assert/strict'
import { type Desk, en, es, type List, one, type Task } from '../task.ts'

export const conversationTasks: readonly Task[] = [
  es('¿Cuántas conversaciones abiertas hay sin asignar?', async ({ call, sql }) => {
    const { total } = await call<List>('list_conversations', { unassigned_only: true, limit: 1 })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from conversations where status = 'open' and assignee_id is null`,
    )
    assert.equal(total, count)
  }),

  en('Hand the oldest unassigned conversation over to Luisa', async ({ call, sql }) => {
    const { items } = await call<List>('list_conversations', { unassigned_only: true, limit: 100 })
    const id = items.at(-1)!.id
    await call('assign_conversation', { conversation_id: id, agent: 'luisa' })
    assert.equal(await assigneeOf(sql, id), 'Luisa Fernanda Peña')
  }),

  es('Asígname la conversación más reciente de WhatsApp', async ({ call, sql, user_id }) => {
    const { items } = await call<List>('list_conversations', { inbox: 'whatsapp', limit: 1 })
    await call('assign_conversation', { conversation_id: items[0]!.id, agent: 'yo' })
    const { assignee_id } = await one(
      sql<{ assignee_id: string }>`select assignee_id from conversations where id = ${items[0]!.id}`,
    )
    assert.equal(assignee_id, user_id)
  }),

  en('Set the conversations assigned to me that are unread to high priority', async ({ call, sql, user_id }) => {
    const { items } = await call<List>('list_conversations', { assignee: 'me', unread_only: true })
    for (const { id } of items) await call('set_conversation_priority', { conversation_id: id, priority: 'high' })
    const rows = await sql<{ priority: string }>`
      select priority from conversations where assignee_id = ${user_id} and status = 'open' and unread_count > 0`
    assert.equal(rows.length, items.length)
    assert.ok(rows.every(({ priority }) => priority === 'high'))
  }),

  es('Encuentra la conversación donde un cliente habló de crédito y resúmela', async ({ call, sql }) => {
    const { items } = await call<List>('list_conversations', { query: 'crédito', status: 'all', limit: 3 })
    const { messages } = await call<{ messages: { content: string }[] }>('get_conversation_detail', {
      conversation_id: items[0]!.id,
      message_limit: 10,
    })
    assert.ok(messages.length > 0)
    const rows = await sql`
      select from messages where conversation_id = ${items[0]!.id} and strpos(fold(content), 'credito') > 0`
    assert.ok(rows.length > 0, 'a message of it has the word')
  }),

  en('Resolve the conversation that has been quiet the longest', async ({ call, sql }) => {
    const { total } = await call<List>('list_conversations', { limit: 1 })
    const { items } = await call<List>('list_conversations', { limit: 100 })
    const last = Number(total) <= 100 ? items.at(-1)! : items[99]!
    await call('resolve_conversation', { conversation_id: last.id })
    assert.equal(await statusOf(sql, last.id), 'resolved')
  }),

  es('Reabre la última conversación resuelta de Instagram', async ({ call, sql }) => {
    const { items } = await call<List>('list_conversations', { inbox: 'Instagram', status: 'resolved', limit: 1 })
    await call('reopen_conversation', { conversation_id: items[0]!.id })
    assert.equal(await statusOf(sql, items[0]!.id), 'open')
  }),

  en('Snooze that conversation until 9 in the morning of 15 January 2030', async ({ call, sql }) => {
    const { items } = await call<List>('list_conversations', { inbox: 'Instagram', limit: 1 })
    await call('snooze_conversation', { conversation_id: items[0]!.id, until: '2030-01-15T09:00' })
    const { until } = await one(
      sql<{ until: string }>`select iso(snoozed_until) as until from conversations where id = ${items[0]!.id}`,
    )
    assert.equal(until, '2030-01-15T14:00:00.000Z', 'nine in Bogotá')
  }),

  es('Etiqueta como urgente la última conversación del equipo Ventas', async ({ call, sql }) => {
    const { items } = await call<List>('list_conversations', { team: 'ventas', status: 'all', limit: 1 })
    const found = items[0] ?? (await call<List>('list_conversations', { limit: 1 })).items[0]
    const { id } = found!
    await call('tag_conversation', { conversation_id: id, label_title: 'Urgente' })
    const { items: tagged } = await call<List>('list_conversations', { label: 'urgente', status: 'all' })
    assert.ok(tagged.some((each) => each.id === id))
    const rows = await sql`
      select from conversation_labels cl join labels l on l.id = cl.label_id where cl.conversation_id = ${id} and l.title = 'urgente'`
    assert.equal(rows.length, 1)
  }),

  en('Take the urgent label off again and leave the conversation without an owner', async ({ call, sql }) => {
    const { items } = await call<List>('list_conversations', { label: 'urgente', status: 'all', limit: 1 })
    const { id } = items[0]!
    await call('untag_conversation', { conversation_id: id, label_title: 'urgente' })
    await call('unassign_conversation', { conversation_id: id })
    const rows = await sql`
      select from conversation_labels cl join labels l on l.id = cl.label_id where cl.conversation_id = ${id} and l.title = 'urgente'`
    assert.equal(rows.length, 0)
    assert.equal(await assigneeOf(sql, id), undefined)
  }),

  es('Muéstrame los mensajes anteriores de la conversación más larga', async ({ call, sql }) => {
    const { id, count } = await one(
      sql<{ id: string; count: number }>`
        select conversation_id as id, count(*)::int as count from messages where deleted_at is null
         group by 1 order by 2 desc, 1 limit 1`,
    )
    let [seen, cursor] = [0, undefined as string | null | undefined]
    do {
      const page: List = await call('get_conversation_messages', {
        conversation_id: id,
        limit: 10,
        ...(cursor && { cursor }),
      })
      seen += page.items.length
      cursor = page.next_cursor
    } while (cursor)
    assert.equal(seen, count)
  }),
]

async function assigneeOf(sql: Desk['sql'], id: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }>`
    select u.name from conversations c join users u on u.id = c.assignee_id where c.id = ${id}`
  return row?.name
}

async function statusOf(sql: Desk['sql'], id: string): Promise<string> {
  return (await one(sql<{ status: string }>`select status from conversations where id = ${id}`)).status
}
