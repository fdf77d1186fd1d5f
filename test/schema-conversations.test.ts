import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { part } from '#db/sql.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import { nextAssignmentAt, nextReopenAt } from '#domains/conversations/lifecycle/snooze-timer.ts'
import type { Actor } from '#kernel/operation.ts'
import { openUnlimited } from '#test/database.ts'
import { openInbox } from '#test/inbox.ts'
import { openPlans } from '#test/plan.ts'

/** The most rows any list may read: a tenth of all, and a page. */
const FEW = 2_100

describe('Among twenty thousand conversations', async () => {
  const { runtime, act, actor, inbox, talk, addAgent, addAccount } = await openInbox()
  const sql = await openUnlimited(runtime.database)
  const { planOf, plansOf, planWhile } = openPlans(runtime, actor)
  const account_id = actor.account.id
  const agents: Actor[] = []
  for (let i = 0; i < 20; i++) agents.push(await addAgent(`Agente ${i}`, { visibility: 'own' }))
  const [busy] = agents as [Actor]
  const own = await addAgent('Casi nada', { visibility: 'own' })
  const mate = await addAgent('Del equipo', { visibility: 'team' })
  const team = await act('create_team', { name: 'Equipo', members: [mate.id!] })
  const label = await act('create_label', { title: 'rara' })
  const long = await talk({ source_id: 'larga' })

  before(async () => {
    await fill(account_id, inbox.id, 20_000)
    const other = await addAccount()
    await fill(other.actor.account.id, other.inbox.id, 5_000)
    await sql`
      insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_name, content, status, created_at, updated_at)
      select ${account_id}, ${long.id}, ${inbox.id}, 'incoming', 'contact', 'x', 'Mensaje ' || n, 'sent', now() - make_interval(secs => n), now()
        from generate_series(1, 5000) n`
    await sql`
      insert into conversation_labels (account_id, conversation_id, label_id)
      select account_id, id, ${label.id} from conversations where account_id = ${account_id} and id % 2500 = 0`
    await sql`vacuum analyze`
  })

  test('a page of the list is one statement that reads an index and joins by key', async () => {
    const plans = await plansOf('list_conversations', {})
    assert.equal(plans.length, 1)
    const [plan] = plans
    assert.deepEqual(plan!.indexes('conversations'), ['conversations_status'], plan!.text)
    for (const table of ['conversations', 'contacts', 'contact_identities', 'messages'])
      assert.ok(plan!.rows(table) <= 26, `${table}: ${plan!.text}`)
  })

  test('the next page starts where the previous one ended', async () => {
    const first = await act('list_conversations', { limit: 100 })
    const plan = await planOf('list_conversations', { cursor: first.next_cursor!, limit: 100 })
    assert.deepEqual(plan.indexes('conversations'), ['conversations_status'], plan.text)
    assert.ok(plan.rows('conversations') <= 101, plan.text)
  })

  test('a list of all statuses is read from its own index', async () => {
    const plan = await planOf('list_conversations', { status: 'all' })
    assert.deepEqual(plan.indexes('conversations'), ['conversations_newest'], plan.text)
    assert.ok(plan.rows('conversations') <= 26, plan.text)
  })

  test('agents who see only their own or their team’s conversations read few others', async () => {
    for (const who of [own, busy, mate]) {
      for (const filters of [{}, { status: 'all' }] as const) {
        const plan = await planOf('list_conversations', filters, -1, who)
        assert.ok(plan.rows('conversations') <= FEW, `${who.name} ${JSON.stringify(filters)}: ${plan.text}`)
      }
    }
  })

  test('rare filter values are found through their own index', async () => {
    const few = [
      { assignee: own.id! },
      { assignee: busy.id! },
      { team: team.id },
      { label: 'rara' },
      { status: 'snoozed' },
      { contact_id: long.contact.id },
      { source_id: 'larga' },
      { query: 'ornitorrinco' },
    ] as const
    for (const filters of few) {
      const plan = await planOf('list_conversations', filters)
      assert.ok(plan.rows('conversations') <= FEW, `${JSON.stringify(filters)}: ${plan.text}`)
    }
  })

  test('urgent, unread and unassigned conversations are found through their own index; other filters scan the status until the page is full', async () => {
    const [{ open } = { open: 0 }] = await sql<{ open: number }>`
      select count(*)::int as open from conversations where account_id = ${account_id} and status = 'open'`
    for (const filters of [{ priority: 'urgent' }, { unread_only: true }, { unassigned_only: true }] as const) {
      const plan = await planOf('list_conversations', filters)
      assert.ok(!plan.indexes('conversations').includes('Seq Scan'), plan.text)
      assert.ok(plan.rows('conversations') <= open, plan.text)
    }
    const usual = await planOf('list_conversations', { priority: 'none' })
    assert.ok(usual.rows('conversations') <= 40, usual.text)
  })

  test('a conversation of five thousand messages opens by reading only the last thirty', async () => {
    const plans = await plansOf('get_conversation_detail', { conversation_id: long.id })
    assert.equal(plans.length, 3)
    const [conversation, , recent] = plans
    assert.deepEqual(conversation!.indexes('conversations'), ['conversations_pkey'], conversation!.text)
    assert.deepEqual(recent!.indexes('messages'), ['messages_newest'], recent!.text)
    assert.equal(recent!.rows('messages'), 30, recent!.text)
  })

  test('older messages are read from where the previous page ended', async () => {
    const { next_cursor } = await act('get_conversation_messages', { conversation_id: long.id, limit: 100 })
    const input = { conversation_id: long.id, limit: 50, cursor: next_cursor! }
    const plan = await planOf('get_conversation_messages', input)
    assert.deepEqual(plan.indexes('messages'), ['messages_newest'], plan.text)
    assert.equal(plan.rows('messages'), 51, plan.text)
  })

  /** The statement of a search that finds the ids. */
  const IDS = 1

  test('a rare word is found through the text index, in any form', async () => {
    for (const query of ['ornitorrinco', 'ornitorrincos', 'ORNITORRINCO pedido']) {
      const plan = await planOf('search_messages', { query }, IDS)
      assert.ok(plan.indexes('messages').includes('messages_search'), plan.text)
      assert.ok(plan.rows('messages') <= 200, plan.text)
    }
  })

  test('words are always found through the text index, never by parsing messages', async () => {
    for (const query of ['pedido', 'llegar', 'zzyzx', 'pedido zzyzx']) {
      for (const name of ['search_messages', 'list_conversations'] as const) {
        const plan = await planOf(name, { query }, name === 'search_messages' ? IDS : -1)
        const used = plan.indexes('messages')
        assert.ok(used.includes('messages_search') && !used.includes('Seq Scan'), `${name} ${query}: ${plan.text}`)
      }
    }
    const none = await planOf('search_messages', { query: 'zzyzx' }, IDS)
    assert.equal(none.rows('messages'), 0, none.text)
  })

  test('an incoming message finds its contact, duplicate and conversation by key', async () => {
    const identity = await planWhile((ctx) => identities.find(ctx, inbox.id, 'persona-7'))
    assert.deepEqual(identity.indexes('contact_identities'), ['contact_identities_source_unique'], identity.text)
    assert.ok(identity.rows('contact_identities') <= 1, identity.text)
    const before = await planWhile((ctx) => messages.findExternal(ctx, inbox.id, 'm-7'))
    assert.deepEqual(before.indexes('messages'), ['messages_external_id_unique'], before.text)
    const [{ identity_id } = { identity_id: '' }] = await sql<{ identity_id: string }>`
      select identity_id from conversations where id = ${long.id}`
    const latest = await planWhile((ctx) => conversations.findLatest(ctx, identity_id))
    assert.ok(latest.rows('conversations') <= 4, latest.text)
    const known = { identifier: 'x', phone_number: '+573000000007', email: 'persona8@example.com' }
    const contact = await planWhile((ctx) => identities.findContact(ctx, known))
    assert.ok(!contact.indexes('contacts').includes('Seq Scan'), contact.text)
    assert.ok(contact.rows('contacts') <= 3, contact.text)
  })

  test('a profile reads only the conversations of its contact', async () => {
    const [, lists] = await plansOf('get_contact', { contact_id: long.contact.id })
    assert.deepEqual(lists!.indexes('conversations'), ['conversations_contact'], lists!.text)
    assert.ok(lists!.rows('conversations') <= 20, lists!.text)
  })

  test('a visitor’s chat of five thousand messages reads thirty', async () => {
    const visitor = { inbox_id: inbox.id, source_id: 'larga', verified: false }
    const as: Actor = { ...actor, permissions: new Set(['visitor']), visitor }
    const plans = await plansOf('get_chat', {}, as)
    const [, , , recent] = plans
    assert.equal(plans.length, 5)
    assert.deepEqual(recent!.indexes('messages'), ['messages_newest'], recent!.text)
    assert.ok(recent!.rows('messages') <= 30, recent!.text)
  })

  test('the timers find the next snoozed and the next unassigned conversation through an index', async () => {
    const reopening = await planWhile((ctx) => ctx.sql`${nextReopenAt}`)
    assert.deepEqual(reopening.indexes('conversations'), ['conversations_snoozed'], reopening.text)
    assert.ok(reopening.rows('conversations') <= 1, reopening.text)
    await act('set_inbox_members', { inbox_id: inbox.id, members: [own.id!] })
    await act('update_inbox', { inbox_id: inbox.id, auto_assign: true })
    await act('update_agent', { agent_id: own.id!, availability: 'online', auto_offline: false, capacity: 1 })
    const give = await planWhile((ctx) => ctx.sql`${nextAssignmentAt}`)
    assert.ok(give.rows('conversations') <= FEW, give.text)
  })

  /**
   * Creates customers with one conversation each, one a minute; few are assigned, urgent, snoozed or unread. Each table
   * is analyzed, by its keys alone, before foreign keys refer to it: planned for an empty table, the checks would scan it.
   */
  async function fill(id: string, inbox_id: string, count: number): Promise<void> {
    await sql`
      insert into contacts (account_id, name, phone_number, email, created_at, updated_at)
      select ${id}, 'Persona ' || n, '+57300' || lpad(n::text, 7, '0'), 'persona' || n || '@example.com', now(), now()
        from generate_series(1, ${count}::int) n`
    await sql`analyze contacts (account_id, id)`
    await sql`
      insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
      select account_id, id, ${inbox_id}, 'persona-' || right(phone_number, 7)::int, now()
        from contacts where account_id = ${id} and phone_number is not null`
    await sql`analyze contact_identities (account_id, id)`
    // One agent has few, most have an equal share, and some conversations are unassigned.
    const people = agents.map((agent) => agent.id)
    const assignee = part`case when ${id} <> ${account_id} then null when n % 4000 = 2 then ${own.id}::bigint
                               when n % 700 = 5 then null else (${people}::bigint[])[1 + n % 20] end`
    await sql`
      insert into conversations (account_id, inbox_id, contact_id, identity_id, status, priority, assignee_id, team_id, snoozed_until,
                                 unread_count, last_activity_at, created_at, updated_at)
      select ${id}, ${inbox_id}, contact_id, identity_id, case when n % 500 = 1 then 'snoozed' when n % 3 = 0 then 'resolved' else 'open' end,
             case when n % 1000 = 0 then 'urgent' else 'none' end, ${assignee},
             case when ${id} = ${account_id} and n % 40 = 4 then ${team.id}::bigint end,
             case when n % 500 = 1 then now() + interval '1 day' end, (n % 900 = 7)::int,
             now() - make_interval(mins => n), now() - make_interval(mins => n), now()
        from (select id as identity_id, contact_id, substr(source_id, 9)::int as n from contact_identities
               where account_id = ${id} and source_id like 'persona-%') p`
    await sql`analyze conversations (account_id, id)`
    for (let tenth = 0; tenth < 10; tenth++) {
      await sql`
        insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_id, author_name, content, status,
                              external_id, created_at, updated_at)
        select ${id}, c.id, ${inbox_id}, 'incoming', 'contact', c.contact_id, 'x',
               'Mi pedido ' || c.id || ' no ha llegado' || case when c.id % 2500 = 3 then ' ornitorrinco' else '' end, 'sent', 'm-' || c.id,
               c.last_activity_at, now()
          from conversations c where c.account_id = ${id} and c.id % 10 = ${tenth} and c.last_message_id is null order by c.id`
    }
    await sql`analyze messages (account_id, id)`
    await sql`
      update conversations c set last_message_id = m.id from messages m
       where m.account_id = c.account_id and m.conversation_id = c.id and c.account_id = ${id} and c.last_message_id is null`
  }
})
