import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Actor } from '#kernel/operation.ts'
import { isRead } from '#kernel/operation.ts'
import { registry } from '#registry'
import { differences, fingerprint } from '#test/fingerprint.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input, Name } from '#test/workspace.ts'

/*
 * An agent limited to their own conversations, or to those of their teams, sees no others: not in lists, searches, counts
 * or profiles, and not through any operation that takes a conversation.
 */

const { act, actor, addAgent, addAccount, inbox, write, runtime, sql } = await openInbox()
// No worker runs in this test, so events must not queue deliveries, but for the one that undoing a macro withdraws.
runtime.subscribersOf = (name) => (name === 'macro.requested' ? ['finish_macros'] : [])
runtime.model = { name: 'prueba', converse: async () => ({ text: 'Con gusto.' }) }
const pool = runtime.database.work
const account_id = actor.account.id

const own = await addAgent('Solo lo suyo', { visibility: 'own' })
const team = await addAgent('Lo del equipo', { visibility: 'team' })
const all = await addAgent('Todo', { visibility: 'all' })
const sales = await act('create_team', { name: 'Ventas', members: [team.id!] })
const other = await act('create_team', { name: 'Otro', members: [actor.id!] })
await act('create_label', { title: 'Vip' })
const everything = await act('create_saved_view', {
  name: 'Todo',
  resource: 'conversations',
  visibility: 'shared',
  filter: {
    any: [{ all: [{ field: 'status', operator: 'is_present' }] }, { all: [{ field: 'id', operator: 'is_present' }] }],
  },
})

/** The contact has one conversation of each kind, listed with the agents who may see it. */
const kinds = {
  'de quien ve lo suyo': { agent: own.id!, team: null, seers: [own, all] },
  'de quien ve lo del equipo': { agent: team.id!, team: null, seers: [team, all] },
  'del equipo': { agent: null, team: sales.id, seers: [team, all] },
  'del equipo y de quien ve lo suyo': { agent: own.id!, team: sales.id, seers: [own, team, all] },
  'de otro equipo': { agent: null, team: other.id, seers: [all] },
  'de otra persona': { agent: actor.id!, team: null, seers: [all] },
  'de nadie': { agent: null, team: null, seers: [all] },
} as const
type Kind = keyof typeof kinds

type Case = { conversation_id: string; message_id: string; contact_id: string; seers: readonly Actor[] }
const cases = {} as Record<Kind, Case>
const contact = { name: 'Inés', phone_number: '+573001112233' }
for (const [kind, { agent, team, seers }] of Object.entries(kinds)) {
  const { conversation, message } = await write({ source_id: kind, content: `ornitorrinco ${kind}`, contact })
  const conversation_id = conversation.id
  if (agent) await act('assign_conversation', { conversation_id, agent })
  if (team) await act('set_conversation_team', { conversation_id, team })
  await act('tag_conversation', { conversation_id, label_title: 'Vip' })
  cases[kind as Kind] = { conversation_id, message_id: message.id, contact_id: conversation.contact.id, seers }
}
const contact_id = cases['de nadie'].contact_id

const people = { 'their own': own, 'their team’s': team, all } as const
const visibleTo = (who: Actor) =>
  (Object.keys(cases) as Kind[]).filter((kind) => cases[kind].seers.includes(who)).sort()

describe('Lists, searches, counts and profiles', () => {
  for (const [what, who] of Object.entries(people)) {
    const expected = visibleTo(who)

    test(`An agent limited to ${what} conversations lists only these, with any filter and order`, async () => {
      const filters: Input<'list_conversations'>[] = [
        {},
        { status: 'all' },
        { inbox_id: inbox.id },
        { label: 'Vip' },
        { unread_only: true },
        { contact_id },
        { query: 'ornitorrincos' },
        { sort: '-priority' },
        { offset: 0 },
        { filter: { any: [{ all: [{ field: 'status', operator: 'equal_to', values: ['open'] }] }] } },
        // An `any` filter must not widen the result beyond the visible conversations.
        {
          filter: {
            any: [
              { all: [{ field: 'status', operator: 'equal_to', values: ['open'] }] },
              { all: [{ field: 'id', operator: 'is_present' }] },
            ],
          },
        },
        { view_id: everything.id },
      ]
      for (const input of filters) {
        const { items } = await act('list_conversations', { ...input, limit: 100 }, { as: who })
        assert.deepEqual(items.map(({ source_id }) => source_id!).sort(), expected, JSON.stringify(input))
      }
    })

    test(`An agent limited to ${what} conversations counts only these`, async () => {
      const counts = await act('count_conversations', {}, { as: who })
      const mine = Object.values(kinds).filter(({ agent }) => agent === who.id).length
      assert.deepEqual([counts.all, counts.mine], [expected.length, mine])
      assert.equal(counts.assigned + counts.unassigned, expected.length)
    })

    test(`An agent limited to ${what} conversations searches only these`, async () => {
      for (const more of [{}, { inbox: 'Ventas' }, { contact_id }]) {
        const { items } = await act('search_messages', { query: 'ornitorrinco', ...more, limit: 100 }, { as: who })
        assert.deepEqual(items.map(({ content }) => content!.replace('ornitorrinco ', '')).sort(), expected)
      }
      const listed = await act('list_messages', { sender: 'customer', include_total: true, limit: 100 }, { as: who })
      assert.deepEqual([listed.items.length, listed.total], [expected.length, expected.length])
    })

    test(`An agent limited to ${what} conversations pages through only these`, async () => {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await act('list_conversations', { limit: 1, ...(cursor && { cursor }) }, { as: who })
        seen.push(...page.items.map(({ source_id }) => source_id!))
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      assert.deepEqual(seen.sort(), expected)
    })

    test(`A contact profile shows an agent limited to ${what} conversations only these, with their recent messages`, async () => {
      const profile = await act('get_contact', { contact_id }, { as: who })
      assert.deepEqual(profile.conversations.map(({ source_id }) => source_id!).sort(), expected)
      const [latest] = profile.conversations
      assert.deepEqual(
        profile.recent_messages.map(({ conversation_id }) => conversation_id),
        [latest?.id],
      )
    })

    test(`Contacts with an open conversation, for an agent limited to ${what} conversations, are those with a visible one`, async () => {
      const hidden = await write({ source_id: `oculta-${what}`, contact: { name: `Oculta ${what}` } })
      const { items } = await act('search_contacts', { has_open_conversation: true, limit: 100 }, { as: who })
      const ids = new Set(items.map(({ id }) => id))
      assert.ok(ids.has(contact_id))
      assert.equal(ids.has(hidden.conversation.contact.id), who.visibility === 'all')
      await act('delete_contact', { contact_id: hidden.conversation.contact.id })
    })
  }

  test('Messages read by ID include only those of visible conversations', async () => {
    const message_ids = Object.values(cases).map(({ message_id }) => message_id)
    for (const who of Object.values(people)) {
      const { items } = await act('get_messages', { message_ids }, { as: who })
      assert.deepEqual(items.map(({ content }) => content!.replace('ornitorrinco ', '')).sort(), visibleTo(who))
    }
  })

  test('An agent who sees no conversation of a contact sees none of their messages', async () => {
    const stranger = await addAgent('Recién llegada', { visibility: 'own' })
    const profile = await act('get_contact', { contact_id }, { as: stranger })
    assert.deepEqual([profile.conversations, profile.recent_messages], [[], []])
    assert.ok(!JSON.stringify(profile).includes('ornitorrinco'))
    assert.deepEqual(await act('count_conversations', { status: 'all' }, { as: stranger }), {
      all: 0,
      mine: 0,
      assigned: 0,
      unassigned: 0,
    })
  })
})

const urgent = await act('create_macro', {
  name: 'Urgente',
  visibility: 'shared',
  actions: [{ type: 'set_priority', priority: 'urgent' }],
})

/** Every operation that takes a conversation or a message, with a valid input. */
const named: { [N in Name]?: (at: Case) => Input<N> } = {
  get_conversation_detail: ({ conversation_id }) => ({ conversation_id }),
  get_conversation_messages: ({ conversation_id }) => ({ conversation_id }),
  list_conversation_changes: ({ conversation_id }) => ({ conversation_id }),
  list_participants: ({ conversation_id }) => ({ conversation_id }),
  send_message: ({ conversation_id }) => ({ conversation_id, content: 'ornitorrinco' }),
  set_typing: ({ conversation_id }) => ({ conversation_id, typing: true }),
  set_viewing: ({ conversation_id }) => ({ conversation_id, viewing: true }),
  mark_conversation_unread: ({ conversation_id }) => ({ conversation_id }),
  send_transcript: ({ conversation_id }) => ({ conversation_id, email: `copia${conversation_id}@example.com` }),
  mark_conversation_read: ({ conversation_id }) => ({ conversation_id }),
  set_conversation_priority: ({ conversation_id }) => ({ conversation_id, priority: 'high' }),
  tag_conversation: ({ conversation_id }) => ({ conversation_id, label_title: 'Vip' }),
  undo_conversation_change: ({ conversation_id }) => ({ conversation_id, change: 'status' }),
  undo_macro: ({ conversation_id }) => ({ macro_id: urgent.id, conversation_id }),
  untag_conversation: ({ conversation_id }) => ({ conversation_id, label_title: 'Vip' }),
  set_conversation_labels: ({ conversation_id }) => ({ conversation_id, labels: ['Vip'] }),
  update_conversation: ({ conversation_id }) => ({ conversation_id, custom_attributes: { visto: true } }),
  set_participants: ({ conversation_id }) => ({ conversation_id, participants: [] }),
  update_message: ({ message_id }) => ({ message_id, status: 'delivered' }),
  delete_message: ({ message_id }) => ({ message_id }),
  reschedule_message: ({ message_id }) => ({ message_id, scheduled_at: null }),
  retry_message: ({ message_id }) => ({ message_id }),
  set_reaction: ({ message_id }) => ({ message_id, emoji: '👍' }),
  remove_reaction: ({ message_id }) => ({ message_id }),
  resolve_conversation: ({ conversation_id }) => ({ conversation_id }),
  reopen_conversation: ({ conversation_id }) => ({ conversation_id }),
  mark_conversation_pending: ({ conversation_id }) => ({ conversation_id }),
  snooze_conversation: ({ conversation_id }) => ({ conversation_id, until: '2099-01-01T00:00:00Z' }),
  set_conversation_team: ({ conversation_id }) => ({ conversation_id, team: null }),
  assign_conversation: ({ conversation_id }) => ({ conversation_id, agent: actor.id! }),
  unassign_conversation: ({ conversation_id }) => ({ conversation_id }),
  suggest_reply: ({ conversation_id }) => ({ conversation_id }),
  summarise_conversation: ({ conversation_id }) => ({ conversation_id }),
}

test('The table covers every operation that takes a conversation or a message', () => {
  const naming = Object.entries(registry).filter(([, op]) => {
    const fields = Object.keys(op.input.shape)
    return op.permission !== 'visitor' && (fields.includes('conversation_id') || fields.includes('message_id'))
  })
  // Callers with limited visibility cannot use receive_message at all, so the table leaves it out.
  assert.deepEqual([...Object.keys(named), 'receive_message'].sort(), naming.map(([name]) => name).sort())
})

describe('An operation on a conversation', async () => {
  const account = await addAccount()
  const theirs = await account.write()
  const foreign = { conversation_id: theirs.conversation.id, message_id: theirs.message.id, contact_id: '0', seers: [] }
  const missing = { conversation_id: '999999999', message_id: '999999999', contact_id: '0', seers: [] }
  const accounts = [account_id, account.actor.account.id]

  for (const [name, inputOf] of Object.entries(named) as [Name, (at: Case) => never][]) {
    test(`${name} answers as if a hidden conversation did not exist`, async () => {
      const unseen = Object.values(people).flatMap((who) =>
        Object.values(cases)
          .filter(({ seers }) => !seers.includes(who))
          .map((at) => [who, at] as const),
      )
      assert.ok(unseen.length >= 8)
      const before = await fingerprint(pool, accounts, false)
      for (const [who, at] of [...unseen, [actor, foreign], [all, foreign], [actor, missing]] as [Actor, Case][]) {
        const problem = await refusal(act(name, inputOf(at), { as: who }))
        const id = 'message_id' in (inputOf(at) as object) ? at.message_id : at.conversation_id
        const model = await refusal(act(name, inputOf(missing), { as: who }))
        assert.equal(problem.code, 'not_found')
        assert.equal(problem.message, model.message.replace('999999999', id))
      }
      assert.deepEqual(differences(before, await fingerprint(pool, accounts, false)), [])
    })

    test(`${name} works for an agent who can see the conversation`, async () => {
      for (const [kind, { agent, team, seers }] of Object.entries(kinds)) {
        for (const who of seers) {
          const { conversation, message } = await write({ source_id: `sirve ${name} ${kind} ${who.id}` })
          await sql`update conversations set assignee_id = ${agent}, team_id = ${team} where id = ${conversation.id}`
          const at = { conversation_id: conversation.id, message_id: message.id, contact_id, seers }
          if (name === 'retry_message')
            await sql`update messages set direction = 'outgoing', status = 'failed' where id = ${message.id}`
          if (name === 'undo_conversation_change')
            await act('resolve_conversation', { conversation_id: conversation.id }, { as: who })
          if (name === 'undo_macro')
            await act(
              'run_macro',
              { macro_id: urgent.id, conversation_ids: [conversation.id] },
              { as: { ...who, session: 'app' } },
            )
          if (name === 'reschedule_message')
            await sql`update messages set direction = 'outgoing', status = 'scheduled', scheduled_at = now() + interval '1 hour'
                       where id = ${message.id}`
          await act(name, inputOf(at), { as: who })
        }
      }
    })

    test(`${name} changes nothing for a caller with read permissions only`, async () => {
      const read = new Set(['contacts:read', 'conversations:read', 'workspace:read', 'reports:read'] as const)
      const as = { ...actor, permissions: read }
      const call = act(name, inputOf(cases['de nadie']), { as })
      if (isRead(registry[name])) await call
      else assert.equal((await refusal(call)).code, 'permission_denied')
    })
  }
})
