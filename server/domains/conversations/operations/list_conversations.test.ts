import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '#contract/filters.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, events, only, inbox, write, talk, addAgent, addAccount } = await openInbox()

type ListInput = Input<'list_conversations'>
type Account = Awaited<ReturnType<typeof addAccount>>
const listSources = async (input: ListInput, { act }: Pick<Account, 'act'>) =>
  (await act('list_conversations', input)).items.map(({ source_id }) => source_id!)

test('Without filters the open conversations are listed in full, newest activity first', async () => {
  const other = await addAccount()
  const first = await other.talk({ source_id: 'a' })
  const second = await other.talk({ source_id: 'b' })
  const resolved = await other.talk({ source_id: 'c' })
  await other.act('resolve_conversation', { conversation_id: resolved.id })
  assert.deepEqual(await other.act('list_conversations', {}), { items: [second, first], next_cursor: null })
  const { conversation } = await other.write({ source_id: 'a', content: 'Otra vez' })
  const { items } = await other.act('list_conversations', { status: 'open' })
  assert.deepEqual(items, [conversation, second])
  assert.equal(items[0]?.last_message?.preview, 'Otra vez')
  assert.equal(items[0]?.channel, 'api')
  assert.match(items[0]?.url ?? '', /\/conversations\/\d+$/)
})

test('Each status is listed by name, and all lists every status', async () => {
  const other = await addAccount()
  const until = new Date(Date.now() + 3_600_000).toISOString()
  for (const source_id of ['open', 'resolved', 'pending', 'snoozed']) await other.talk({ source_id })
  const ids = await other.act('list_conversations', {})
  const id = (source_id: string) => ids.items.find((each) => each.source_id === source_id)!.id
  await other.act('resolve_conversation', { conversation_id: id('resolved') })
  await other.act('mark_conversation_pending', { conversation_id: id('pending') })
  await other.act('snooze_conversation', { conversation_id: id('snoozed'), until })
  for (const status of ['open', 'resolved', 'pending', 'snoozed'] as const)
    assert.deepEqual(await listSources({ status }, other), [status])
  assert.deepEqual(await listSources({ status: 'all' }, other), ['snoozed', 'pending', 'resolved', 'open'])
})

test('Filters by inbox, assignee, team, label, priority, unread, contact, follower and source can be combined', async () => {
  const other = await addAccount()
  const ines = await other.addAgent('Inés')
  const team = await other.act('create_team', { name: 'Envíos' })
  const label = await other.act('create_label', { title: 'Vip' })
  await other.act('create_label', { title: 'Nuevo' })
  const support = await other.act('create_inbox', { name: 'Soporte', channel: 'api', auto_assign: false })
  const wanted = await other.talk({ source_id: 'buscada', inbox_id: support.id })
  await other.talk({ source_id: 'otra' })
  const conversation_id = wanted.id
  await other.act('assign_conversation', { conversation_id, agent: 'Inés' })
  await other.act('set_conversation_team', { conversation_id, team: 'Envíos' })
  await other.act('tag_conversation', { conversation_id, label_title: 'Vip' })
  await other.act('set_conversation_priority', { conversation_id, priority: 'high' })
  await other.act('set_participants', { conversation_id, participants: ['Inés'] })
  const filters: ListInput[] = [
    { inbox: 'soporte' },
    { inbox: support.id },
    { inbox_id: support.id },
    { inbox: 'Soporte', inbox_id: support.id },
    { assignee: 'ines' },
    { assignee: ines.id! },
    { team: 'envios' },
    { team: team.id },
    { label: 'VIP' },
    { label: label.id },
    { labels: ['vip'] },
    { priority: 'high' },
    { contact_id: wanted.contact.id },
    { participant: ines.id! },
    { source_id: 'buscada' },
  ]
  for (const input of filters) assert.deepEqual(await listSources(input, other), ['buscada'], JSON.stringify(input))
  assert.deepEqual(await listSources(Object.assign({}, ...filters), other), ['buscada'])
  assert.deepEqual(await listSources({ labels: ['Vip', 'Nuevo'] }, other), [])
  assert.deepEqual(await listSources({ unassigned_only: true }, other), ['otra'])
  assert.deepEqual(await listSources({ priority: 'none' }, other), ['otra'])
  assert.deepEqual((await listSources({ unread_only: true }, other)).toSorted(), ['buscada', 'otra'])
  await other.act('mark_conversation_read', { conversation_id })
  assert.deepEqual(await listSources({ unread_only: true }, other), ['otra'])
})

test('A text search finds the conversations whose messages contain the words', async () => {
  const other = await addAccount()
  const { id } = await other.talk({ source_id: 'camiones', content: '¿Tienen camiones de carga?' })
  await other.act('send_message', { conversation_id: id, content: 'Sí, con frigorífico' })
  await other.talk({ source_id: 'otra', content: 'Nada de eso' })
  for (const query of ['camión', 'frigorificos', 'carga camion'])
    assert.deepEqual(await listSources({ query }, other), ['camiones'], query)
  assert.deepEqual(await listSources({ query: 'frigorífico camión' }, other), [])
})

test('Dates follow the workspace’s time zone and include the last day', async () => {
  const other = await addAccount()
  const moments = {
    'antes del 1': '2026-02-01T04:59:59.999Z',
    'el 1 a las cero': '2026-02-01T05:00:00.000Z',
    'el 28 al final': '2026-03-01T04:59:59.999Z',
    'el 1 de marzo': '2026-03-01T05:00:00.000Z',
  }
  for (const [source_id, moment] of Object.entries(moments)) await other.write({ source_id }, { now: new Date(moment) })
  const within = ['el 28 al final', 'el 1 a las cero']
  for (const what of ['created', 'updated'] as const) {
    const days = { [`${what}_from`]: '2026-02-01', [`${what}_to`]: '2026-02-28' }
    assert.deepEqual(await listSources(days, other), within, what)
    assert.deepEqual(await listSources({ [`${what}_from`]: '2026-03-01' }, other), ['el 1 de marzo'])
    assert.deepEqual(await listSources({ [`${what}_to`]: '2026-01-31' }, other), ['antes del 1'])
    const turned = { [`${what}_from`]: '2026-02-02', [`${what}_to`]: '2026-02-01' }
    const problem = await refusal(other.act('list_conversations', turned))
    assert.equal(problem.code, 'invalid_value')
    assert.equal(problem.extra.errors?.[0]?.field, `${what}_from`)
  }
})

test('A condition filter can use any field, including fields of the contact', async () => {
  const other = await addAccount()
  const one = await other.talk({ source_id: 'uno', contact: { name: 'Inés Muñoz', email: 'ines@example.com' } })
  await other.talk({ source_id: 'dos', contact: { name: 'José', phone_number: '3001112233' } })
  await other.act('update_conversation', { conversation_id: one.id, custom_attributes: { monto: 500 } })
  await other.act('create_label', { title: 'Vip' })
  await other.act('tag_conversation', { conversation_id: one.id, label_title: 'Vip' })
  const where = (field: string, operator: string, ...values: (string | number)[]) =>
    ({ filter: { any: [{ all: [{ field, operator, values }] }] } }) as ListInput
  const cases: [ListInput, string[]][] = [
    [where('name', 'contains', 'munoz'), ['uno']],
    [where('email', 'is_present'), ['uno']],
    [where('phone_number', 'starts_with', '+57'), ['dos']],
    [where('labels', 'equal_to', 'vip'), ['uno']],
    [where('labels', 'is_not_present'), ['dos']],
    [where('custom_attributes.monto', 'is_greater_than', 499), ['uno']],
    [where('contact_id', 'equal_to', one.contact.id), ['uno']],
    [where('id', 'not_equal_to', one.id), ['dos']],
    [where('assignee_id', 'is_present'), []],
    [where('unread_count', 'equal_to', 1), ['dos', 'uno']],
    [where('created_at', 'days_before', 1), []],
    [where('priority', 'equal_to', 'none', 'high'), ['dos', 'uno']],
  ]
  for (const [input, expected] of cases)
    assert.deepEqual(await listSources(input, other), expected, JSON.stringify(input.filter))
  const unknown = await refusal(other.act('list_conversations', where('account_id', 'equal_to', '1')))
  assert.equal(unknown.code, 'invalid_value')
  assert.match(unknown.message, /assignee_id/)
})

test('Other sort orders are paged by number, with empty values last', async () => {
  const other = await addAccount()
  const moment = (minute: number) => new Date(Date.parse('2026-05-01T12:00:00Z') + minute * 60_000)
  const priorities = ['low', 'urgent', 'none', 'high'] as const
  for (const [i, priority] of priorities.entries()) {
    const { conversation } = await other.write({ source_id: priority }, { now: moment(i) })
    await other.act('set_conversation_priority', { conversation_id: conversation.id, priority }, { now: moment(i) })
  }
  const urgent = (await other.act('list_conversations', { priority: 'urgent' })).items[0]!
  await other.act('send_message', { conversation_id: urgent.id, content: 'Ya' }, { now: moment(9) })
  const inOrder: Record<string, string[]> = {
    '-priority': ['urgent', 'high', 'low', 'none'],
    priority: ['none', 'low', 'high', 'urgent'],
    created_at: ['low', 'urgent', 'none', 'high'],
    '-created_at': ['high', 'none', 'urgent', 'low'],
    waiting_since: ['low', 'none', 'high', 'urgent'],
    '-waiting_since': ['high', 'none', 'low', 'urgent'],
    last_activity_at: ['low', 'none', 'high', 'urgent'],
    '-last_activity_at': ['urgent', 'high', 'none', 'low'],
  }
  for (const [sort, expected] of Object.entries(inOrder)) {
    assert.deepEqual(await listSources({ sort: sort as never }, other), expected, sort)
    const paged = await other.act('list_conversations', { sort: sort as never, offset: 1, limit: 2 })
    assert.deepEqual(
      paged.items.map(({ source_id }) => source_id!),
      expected.slice(1, 3),
      sort,
    )
    assert.equal(paged.next_cursor, null)
  }
  assert.deepEqual(await listSources({ offset: 3 }, other), ['low'])
  assert.deepEqual(await listSources({ offset: 10_000 }, other), [])
  const both = await refusal(other.act('list_conversations', { sort: 'priority', cursor: 'x' }))
  assert.equal(both.code, 'invalid_value')
})

test('Pages hold every conversation once, even with equal timestamps and changes in between', async () => {
  const other = await addAccount()
  const start = Date.parse('2026-01-01T00:00:00Z')
  const expected: string[] = []
  for (let i = 0; i < 23; i++) {
    const { conversation } = await other.write({}, { now: new Date(start + Math.floor(i / 4)) })
    expected.unshift(conversation.id)
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await other.act('list_conversations', { limit: 4, ...(cursor && { cursor }) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
    await other.write()
    await other.act('set_conversation_priority', { conversation_id: expected.at(-1)!, priority: 'high' })
  } while (cursor)
  assert.equal(new Set(seen).size, seen.length)
  assert.deepEqual(
    seen.filter((id) => expected.includes(id)),
    expected,
  )
})

test('A page holds 25 conversations by default and up to 100', async () => {
  const other = await addAccount()
  await Promise.all(Array.from({ length: 27 }, () => other.talk()))
  const first = await other.act('list_conversations', {})
  assert.equal(first.items.length, 25)
  assert.equal((await other.act('list_conversations', { cursor: first.next_cursor! })).items.length, 2)
  for (const limit of [0, 101, -1, 1.5])
    assert.equal((await refusal(other.act('list_conversations', { limit }))).code, 'invalid_request')
})

test('A cursor works only with its own filters and in its own workspace', async () => {
  const other = await addAccount()
  for (const account of [{ talk }, other]) for (let i = 0; i < 3; i++) await account.talk()
  const cursor = (await act('list_conversations', { status: 'open', limit: 1 })).next_cursor!
  assert.equal((await act('list_conversations', { status: 'open', limit: 1, cursor })).items.length, 1)
  const { id: conversation_id } = await talk()
  const refusals = [
    act('list_conversations', { status: 'all', cursor }),
    act('list_conversations', { status: 'open', unread_only: true, cursor }),
    other.act('list_conversations', { status: 'open', cursor }),
    act('get_conversation_messages', { conversation_id, cursor }),
    act('list_conversations', { status: 'open', cursor: `${cursor}x` }),
  ]
  for (const each of refusals) assert.equal((await refusal(each)).code, 'invalid_cursor')
})

test('An unknown name is refused with its field instead of returning an empty list', async () => {
  const other = await addAccount()
  const wrong: [ListInput, string, string][] = [
    [{ inbox: 'Nada' }, 'not_found', 'inbox'],
    [{ inbox_id: other.inbox.id }, 'not_found', 'inbox_id'],
    [{ inbox: inbox.id, inbox_id: '999999' }, 'not_found', 'inbox_id'],
    [{ assignee: 'Nadie' }, 'not_found', 'assignee'],
    [{ assignee: other.actor.id! }, 'not_found', 'assignee'],
    [{ team: 'Nadie' }, 'not_found', 'team'],
    [{ label: 'Nada' }, 'not_found', 'label'],
    [{ labels: ['Nada'] }, 'not_found', 'labels'],
    [{ participant: 'Nadie' }, 'not_found', 'participant'],
    [{ assignee: actor.id!, unassigned_only: true }, 'invalid_value', 'unassigned_only'],
    [{ status: 'closed' as never }, 'invalid_request', 'status'],
    [{ priority: 'alta' as never }, 'invalid_request', 'priority'],
    [{ created_from: '2026-02-30' }, 'invalid_request', 'created_from'],
    [{ sort: 'name' as never }, 'invalid_request', 'sort'],
  ]
  for (const [input, code, field] of wrong) {
    const problem = await refusal(act('list_conversations', input))
    assert.equal(problem.code, code, JSON.stringify(input))
    assert.equal(problem.extra.errors?.[0]?.field, field, JSON.stringify(input))
  }
})

test('A saved view combines with other filters and covers every status unless one is given', async () => {
  const other = await addAccount()
  const [eva, leo] = [await other.addAgent('Eva'), await other.addAgent('Leo')]
  for (const source_id of ['alta', 'alta resuelta', 'baja']) {
    const { id: conversation_id } = await other.talk({ source_id })
    const priority = source_id === 'baja' ? 'low' : 'high'
    await other.act('set_conversation_priority', { conversation_id, priority })
    if (source_id.endsWith('resuelta')) await other.act('resolve_conversation', { conversation_id })
  }
  const high: Filter = { any: [{ all: [{ field: 'priority', operator: 'equal_to', values: ['high'] }] }] }
  const view = { name: 'Altas', resource: 'conversations', filter: high } as const
  const { id: view_id } = await other.act('create_saved_view', view, { as: eva })
  const listView = async (input: ListInput) =>
    (await other.act('list_conversations', { view_id, ...input }, { as: eva })).items.map((each) => each.source_id!)
  assert.deepEqual((await listView({})).sort(), ['alta', 'alta resuelta'])
  assert.deepEqual(await listView({ status: 'open' }), ['alta'])
  assert.deepEqual(await listView({ priority: 'low' }), [])
  const resolved: Filter = { any: [{ all: [{ field: 'status', operator: 'equal_to', values: ['resolved'] }] }] }
  assert.deepEqual(await listView({ filter: resolved }), ['alta resuelta'])
  const page = await other.act('list_conversations', { view_id, limit: 1 }, { as: eva })
  const next = await other.act('list_conversations', { view_id, limit: 1, cursor: page.next_cursor! }, { as: eva })
  assert.deepEqual([...page.items, ...next.items].map((each) => each.source_id!).sort(), ['alta', 'alta resuelta'])
  const contacts: Filter = { any: [{ all: [{ field: 'city', operator: 'is_present', values: [] }] }] }
  const wrong = await other.act(
    'create_saved_view',
    { name: 'Otra', resource: 'contacts', filter: contacts },
    { as: leo },
  )
  for (const [as, id] of [
    [leo, view_id],
    [leo, wrong.id],
    [eva, '999999'],
    [actor, view_id],
  ] as const) {
    const problem = await refusal(act('list_conversations', { view_id: id }, { as }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'view_id'])
  }
})

test('An inbox and inbox_id that differ are refused', async () => {
  const second = await act('create_inbox', { name: 'Segundo', channel: 'api' })
  const problem = await refusal(act('list_conversations', { inbox: 'Ventas', inbox_id: second.id }))
  assert.equal(problem.code, 'invalid_value')
})

test('Conversations of another workspace are never listed, reading emits nothing, and permission is required', async () => {
  const other = await addAccount()
  const theirs = await other.talk({ source_id: 'ajena' })
  const known = await events()
  const { items } = await act('list_conversations', { status: 'all', limit: 100 })
  assert.ok(items.every(({ source_id }) => source_id !== 'ajena'))
  for (const contact_id of [theirs.contact.id, '999999999']) {
    const problem = await refusal(act('list_conversations', { contact_id }))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.message, `There is no contact ${contact_id}; find contacts with search_contacts.`)
  }
  assert.deepEqual(await listSources({ source_id: 'ajena', status: 'all' }, { act }), [])
  assert.deepEqual(await events(), known)
  const problem = await refusal(act('list_conversations', {}, { as: only('contacts:read', 'conversations:write') }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /conversations:read/)
})

test('A list shows only the last message of a conversation, cut to 200 characters', async () => {
  const { conversation } = await write({ source_id: 'largo', content: 'x'.repeat(500) })
  assert.equal(conversation.last_message?.preview.length, 200)
  const ana = await addAgent('Ana')
  await act('send_message', { conversation_id: conversation.id, content: 'Nota', private: true }, { as: ana })
  const { items } = await act('list_conversations', { source_id: 'largo' })
  assert.deepEqual([items[0]?.last_message?.preview, items[0]?.last_message?.private], ['Nota', true])
  assert.equal(items[0]?.last_message?.author.name, 'Ana')
})
