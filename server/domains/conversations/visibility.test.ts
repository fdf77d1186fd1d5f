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
 * Whoever is limited to their own conversations, or those of their teams, sees these and no others: in every list,
 * search, count, profile and by every operation that names one.
 */

const { act, actor, addAgent, addAccount, inbox, write, runtime, sql } = await openInbox()
// Nobody works here on what happened, so nobody is to wait for it.
runtime.subscribersOf = () => []
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

/** One contact has a conversation of every kind there is; each says who should see it. */
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

describe('lists, searches, counts and profiles', () => {
  for (const [what, who] of Object.entries(people)) {
    const expected = visibleTo(who)

    test(`who sees ${what} conversations is listed these, whatever the filter and the order`, async () => {
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
        // An alternative must not let anything in beside what the caller may see.
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
      for (const asked of filters) {
        const { items } = await act('list_conversations', { ...asked, limit: 100 }, { as: who })
        assert.deepEqual(items.map(({ source_id }) => source_id).sort(), expected, JSON.stringify(asked))
      }
    })

    test(`who sees ${what} conversations counts these`, async () => {
      const counts = await act('count_conversations', {}, { as: who })
      const mine = Object.values(kinds).filter(({ agent }) => agent === who.id).length
      assert.deepEqual([counts.all, counts.mine], [expected.length, mine])
      assert.equal(counts.assigned + counts.unassigned, expected.length)
    })

    test(`who sees ${what} conversations finds messages in these`, async () => {
      for (const more of [{}, { inbox: 'Ventas' }, { contact_id }]) {
        const { items } = await act('search_messages', { query: 'ornitorrinco', ...more, limit: 100 }, { as: who })
        assert.deepEqual(items.map(({ content }) => content!.replace('ornitorrinco ', '')).sort(), expected)
      }
    })

    test(`who sees ${what} conversations pages through these and meets no others`, async () => {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await act('list_conversations', { limit: 1, ...(cursor && { cursor }) }, { as: who })
        seen.push(...page.items.map(({ source_id }) => source_id))
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      assert.deepEqual(seen.sort(), expected)
    })

    test(`the profile of a contact shows who sees ${what} conversations these, and recent messages of the latest of them`, async () => {
      const profile = await act('get_contact', { contact_id }, { as: who })
      assert.deepEqual(profile.conversations.map(({ source_id }) => source_id).sort(), expected)
      const [latest] = profile.conversations
      assert.deepEqual(
        profile.recent_messages.map(({ conversation_id }) => conversation_id),
        [latest?.id],
      )
    })

    test(`contacts with an open conversation are, for who sees ${what} conversations, those with one of these`, async () => {
      const hidden = await write({ source_id: `oculta-${what}`, contact: { name: `Oculta ${what}` } })
      const { items } = await act('search_contacts', { has_open_conversation: true, limit: 100 }, { as: who })
      const ids = new Set(items.map(({ id }) => id))
      assert.ok(ids.has(contact_id))
      assert.equal(ids.has(hidden.conversation.contact.id), who.visibility === 'all')
      await act('delete_contact', { contact_id: hidden.conversation.contact.id })
    })
  }

  test('of messages asked for by their ids only those of conversations one may see are given', async () => {
    const message_ids = Object.values(cases).map(({ message_id }) => message_id)
    for (const who of Object.values(people)) {
      const { items } = await act('get_messages', { message_ids }, { as: who })
      assert.deepEqual(items.map(({ content }) => content!.replace('ornitorrinco ', '')).sort(), visibleTo(who))
    }
  })

  test('who sees nothing of a contact is shown none of what was said', async () => {
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

/** Every operation that names a conversation or a message of one, with an input that works on it. */
const named: { [N in Name]?: (at: Case) => Input<N> } = {
  get_conversation_detail: ({ conversation_id }) => ({ conversation_id }),
  get_conversation_messages: ({ conversation_id }) => ({ conversation_id }),
  list_participants: ({ conversation_id }) => ({ conversation_id }),
  send_message: ({ conversation_id }) => ({ conversation_id, content: 'ornitorrinco' }),
  set_typing: ({ conversation_id }) => ({ conversation_id, typing: true }),
  set_viewing: ({ conversation_id }) => ({ conversation_id, viewing: true }),
  mark_conversation_unread: ({ conversation_id }) => ({ conversation_id }),
  mark_conversation_read: ({ conversation_id }) => ({ conversation_id }),
  set_conversation_priority: ({ conversation_id }) => ({ conversation_id, priority: 'high' }),
  tag_conversation: ({ conversation_id }) => ({ conversation_id, label_title: 'Vip' }),
  untag_conversation: ({ conversation_id }) => ({ conversation_id, label_title: 'Vip' }),
  set_conversation_labels: ({ conversation_id }) => ({ conversation_id, labels: ['Vip'] }),
  update_conversation: ({ conversation_id }) => ({ conversation_id, custom_attributes: { visto: true } }),
  set_participants: ({ conversation_id }) => ({ conversation_id, participants: [] }),
  update_message: ({ message_id }) => ({ message_id, status: 'delivered' }),
  delete_message: ({ message_id }) => ({ message_id }),
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

test('the table holds every operation that names a conversation or a message', () => {
  const naming = Object.entries(registry).filter(([, op]) => {
    const fields = Object.keys(op.input.shape)
    return fields.includes('conversation_id') || fields.includes('message_id')
  })
  // Who is limited can bring in no messages at all.
  assert.deepEqual([...Object.keys(named), 'receive_message'].sort(), naming.map(([name]) => name).sort())
})

describe('an operation that names a conversation', async () => {
  const account = await addAccount()
  const theirs = await account.write()
  const foreign = { conversation_id: theirs.conversation.id, message_id: theirs.message.id, contact_id: '0', seers: [] }
  const missing = { conversation_id: '999999999', message_id: '999999999', contact_id: '0', seers: [] }
  const accounts = [account_id, account.actor.account.id]

  for (const [name, inputOf] of Object.entries(named) as [Name, (at: Case) => never][]) {
    test(`${name} knows no conversation the caller may not see, and answers as if it were missing`, async () => {
      const unseen = Object.values(people).flatMap((who) =>
        Object.values(cases)
          .filter(({ seers }) => !seers.includes(who))
          .map((at) => [who, at] as const),
      )
      assert.ok(unseen.length >= 8)
      const before = await fingerprint(pool, accounts, [], false)
      for (const [who, at] of [...unseen, [actor, foreign], [all, foreign], [actor, missing]] as [Actor, Case][]) {
        const problem = await refusal(act(name, inputOf(at), { as: who }))
        const id = 'message_id' in (inputOf(at) as object) ? at.message_id : at.conversation_id
        const model = await refusal(act(name, inputOf(missing), { as: who }))
        assert.equal(problem.code, 'not_found')
        assert.equal(problem.message, model.message.replace('999999999', id))
      }
      assert.deepEqual(differences(before, await fingerprint(pool, accounts, [], false)), [])
    })

    test(`${name} serves who may see it`, async () => {
      for (const [kind, { agent, team, seers }] of Object.entries(kinds)) {
        for (const who of seers) {
          const { conversation, message } = await write({ source_id: `sirve ${name} ${kind} ${who.id}` })
          await sql`update conversations set assignee_id = ${agent}, team_id = ${team} where id = ${conversation.id}`
          const at = { conversation_id: conversation.id, message_id: message.id, contact_id, seers }
          await act(name, inputOf(at), { as: who })
        }
      }
    })

    test(`${name} does nothing for who may only read, unless it reads`, async () => {
      const read = new Set(['contacts:read', 'conversations:read', 'workspace:read', 'reports:read'] as const)
      const as = { ...actor, permissions: read }
      const call = act(name, inputOf(cases['de nadie']), { as })
      if (isRead(registry[name])) await call
      else assert.equal((await refusal(call)).code, 'permission_denied')
    })
  }
})
