import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayOf, startOfDay, startOfMonth, startOfWeek } from '#contract/periods.ts'
import { openPlans } from '#test/plan.ts'
import { refusal } from '#test/refusal.ts'
import { type Input, openWorkspace } from '#test/workspace.ts'
import { runs } from '#test/runs.ts'

const { act, events, runtime, sql, only, addAccount } = await openWorkspace()

type SearchInput = Input<'search_contacts'>
type Workspace = Awaited<ReturnType<typeof addAccount>>
type Caller = Pick<Workspace, 'act'>

let made = 0
const make = (name: string, fields: object = {}, workspace: Caller = { act }, now = new Date()) =>
  workspace.act('create_contact', { name, email: `c${++made}@example.com`, ...fields }, { now })
const found = async (input: SearchInput, workspace: Caller = { act }) =>
  (await workspace.act('search_contacts', input)).items.map((contact) => contact.name)

const ines = await make('Inés Muñoz', { phone_number: '+573001234567', email: 'ines.munoz@empresa.co' })
await make('PEÑA, José', { email: 'jose@example.org' })
await make('Jose\u0301 Nuñez', { email: 'jn@example.org' }) // Decomposed, as some systems write accents.
await make('100% Natural', { email: 'cien@example.org' })
await make('snake_case', { email: 'guion@example.org' })
await make('C:\\ventas', { email: 'barra@example.org' })
await make('Straße Groß', { email: 'alemana@example.org' })

test('A contact is found by any part of its name, e-mail or phone number', async () => {
  for (const query of ['Inés', 'nés mu', 'uñoz', 'empresa.co', 'ines.mu', '@empresa', '+573001234567', '1234567']) {
    assert.deepEqual(await found({ query }), ['Inés Muñoz'], query)
  }
  assert.deepEqual(await found({ query: 'nadie así' }), [])
})

test('Case and accents do not matter, on either side', async () => {
  for (const query of ['muñoz', 'MUNOZ', 'Muñóz', 'mun\u0303oz', 'ínes']) {
    assert.deepEqual(await found({ query }), ['Inés Muñoz'], query)
  }
  for (const query of ['pena', 'peña', 'PEÑA']) assert.deepEqual(await found({ query }), ['PEÑA, José'], query)
  for (const query of ['jose nunez', 'José Núñez', 'jose\u0301']) {
    assert.ok((await found({ query })).includes('Jose\u0301 Nuñez'), query)
  }
  assert.deepEqual(await found({ query: 'strasse gross' }), ['Straße Groß'])
})

test('All words must match, in any order and any field', async () => {
  assert.deepEqual(await found({ query: 'muñoz   inés' }), ['Inés Muñoz'])
  assert.deepEqual(await found({ query: 'inés empresa 300123' }), ['Inés Muñoz'])
  assert.deepEqual(await found({ query: 'inés peña' }), [])
  const words = 'i n e s m u ñ o z @ . c'
  assert.deepEqual(await found({ query: `${words} empresa` }), ['Inés Muñoz'])
  assert.deepEqual(await found({ query: `${words} jamás` }), [])
})

test('A phone number is found in any notation', async () => {
  for (const query of [
    '3001234567',
    '300 123 4567',
    '(300) 123-4567',
    '+57 300 1234567',
    '300.123.45.67',
    '57300',
    '123 45',
  ]) {
    assert.deepEqual(await found({ query }), ['Inés Muñoz'], query)
  }
})

test('A number of Mexico, Argentina or Brazil is found in all its forms, by text and by filter', async () => {
  const workspace = await addAccount()
  workspace.actor.account = await workspace.act('update_account', { country: 'BR' })
  for (const [name, phone_number] of [
    ['Lupe', '+525512345678'],
    ['Mora', '+5491123456789'],
    ['João', '+5511987654321'],
    ['Oficina', '+551133334444'],
    // Its last digits look like a mobile of Brazil without the ninth digit.
    ['Nova York', '+19179876543'],
  ])
    await make(name!, { phone_number }, workspace)
  for (const [name, ...forms] of [
    ['Lupe', '+5215512345678', '5215512345678', '52 1 55 1234 5678', '+52 55 1234 5678', '55 1234 5678'],
    ['Mora', '+541123456789', '54 11 2345-6789', '+54 11 15 2345 6789', '+54 9 11 2345 6789', '11 2345-6789'],
    ['João', '+551187654321', '11 8765-4321', '(11) 98765-4321', '8765-4321'],
    ['Oficina', '+551133334444', '3333-4444'],
    ['Nova York', '917 987 6543'],
  ])
    for (const query of forms) assert.deepEqual(await found({ query }, workspace), [name], query)
  assert.deepEqual(await found({ query: 'joão 551187654321' }, workspace), ['João'])

  const by = (operator: 'equal_to' | 'contains', value: string) =>
    found({ filter: { any: [{ all: [{ field: 'phone_number', operator, values: [value] }] }] } }, workspace)
  assert.deepEqual(await by('equal_to', '+5215512345678'), ['Lupe'])
  assert.deepEqual(await by('equal_to', '+54 11 2345 6789'), ['Mora'])
  assert.deepEqual(await by('contains', '551187654321'), ['João'])
  assert.deepEqual(await by('contains', '+55113333'), ['Oficina'])
})

test('Percent signs, underscores and backslashes are plain characters', async () => {
  for (const query of ['%', '100%', '％']) assert.deepEqual(await found({ query }), ['100% Natural'], query)
  for (const query of ['_', 'e_c', '＿']) assert.deepEqual(await found({ query }), ['snake_case'], query)
  for (const query of ['\\', ':\\v', '＼']) assert.deepEqual(await found({ query }), ['C:\\ventas'], query)
  for (const query of ['1%Natural', 'sn_ke', '\\%', "' or 1=1 --", '%_%'])
    assert.deepEqual(await found({ query }), [], query)
})

test('An empty query finds everyone, newest first, with their URLs', async () => {
  const { items } = await act('search_contacts', { query: '  ' })
  assert.equal(items.length, 7)
  assert.equal(items[0]?.name, 'Straße Groß')
  assert.equal(items.at(-1)?.url, ines.url)
  assert.deepEqual(items, (await act('search_contacts', {})).items)
})

test('Invalid or too long text is rejected', async () => {
  for (const query of ['\0', '\ud83d', 'x'.repeat(201)]) {
    const problem = await refusal(act('search_contacts', { query }))
    assert.equal(problem.code, 'invalid_request')
    assert.equal(problem.extra.errors?.[0]?.field, 'query')
  }
})

test('A search finds exactly the contacts that contain every word', async () => {
  const other = await addAccount()
  const letters = ['a', 'b', 'A', 'á', 'Á', 'ñ', 'Ñ', 'n', 'ü', '\u0301', '1', '2', ' ', ' ', '\t', '😀', '中']
  const signs = ['%', '_', '\\', '％', '＿', '＼', '-', '.', '+', '(', "'", '"', ':', '*', '&', '|', '!', '<', '$']
  const text = fc
    .array(fc.oneof(fc.constantFrom(...letters), fc.constantFrom(...letters, ...signs)), {
      minLength: 1,
      maxLength: 12,
    })
    .map((each) => each.join(''))
  const names = fc.sample(
    text.filter((name) => name.trim() !== ''),
    80,
  )
  const contacts = await Promise.all(names.map((name) => make(name, {}, other)))
  // Deliberately simple, without code of the product.
  const plain = (value: string) => value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const holds = (contact: (typeof contacts)[number], query: string) => {
    const digits = query.replace(/\D/g, '')
    const isPhone = digits.length >= 3 && /^[\d\s()+.-]+$/.test(query)
    const words = isPhone ? [digits] : query.split(/\s+/).filter(Boolean)
    return words.every((word) => plain(`${contact.name} ${contact.email} `).includes(plain(word)))
  }
  const piece = fc.tuple(fc.constantFrom(...names), fc.nat(12), fc.nat(12)).map(([name, from, length]) =>
    plain(name)
      .slice(from, from + length)
      .toWellFormed(),
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, piece), async (query) => {
      const { items } = await other.act('search_contacts', { query, limit: 100 })
      const expected = contacts.filter((contact) => holds(contact, query))
      assert.deepEqual(items.map((each) => each.id).sort(), expected.map((each) => each.id).sort())
    }),
    runs(150),
  )
})

test('In a large workspace old contacts are found as well as new ones, with any filter', async () => {
  const other = await addAccount()
  const { id: label_id } = await other.act('create_label', { title: 'Antigua' })
  const account_id = other.actor.account.id
  await sql`
    insert into contacts (account_id, name, email, custom_attributes, created_at, updated_at)
    select ${account_id}, case when i % 1000 = 1 then 'Rara' else 'Común' end || ' Persona', 'p' || i || '@example.com',
           case when i % 1000 = 1 then '{"utm_source": "rara"}' else '{}' end::jsonb, timestamptz '2026-01-01' + i / 2 * interval '1 minute', now()
      from generate_series(1, 2600) i`
  await sql`
    insert into contact_labels (account_id, contact_id, label_id)
    select account_id, id, ${label_id} from contacts where account_id = ${account_id} and name like 'Rara%'`
  const rare = ['p2001@example.com', 'p1001@example.com', 'p1@example.com']
  const emails = async (input: SearchInput) =>
    (await other.act('search_contacts', input)).items.map((contact) => contact.email)
  assert.deepEqual(await emails({ query: 'rara' }), rare)
  assert.deepEqual(await emails({ query: 'ra' }), await emails({ query: 'RÁ per' }))
  assert.deepEqual(await emails({ labels: ['antigua'] }), rare)
  assert.deepEqual(await emails({ attributes: { utm_source: 'rara' } }), rare)
  assert.deepEqual(await emails({ query: 'p1@' }), ['p1@example.com'])
  assert.deepEqual(await emails({ period: 'custom', date_to: '2025-12-31', query: 'rara' }), ['p1@example.com'])

  const seen: (string | null)[] = []
  let cursor: string | undefined
  do {
    const page = await other.act('search_contacts', { query: 'común', limit: 100, ...(cursor && { cursor }) })
    seen.push(...page.items.map((contact) => contact.email))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.equal(seen.length, 2597)
  assert.equal(new Set(seen).size, 2597)
})

test('A contact must have all given labels, by title ignoring case', async () => {
  const other = await addAccount()
  for (const title of ['Vip', 'Nuevo', 'Bogotá']) await other.act('create_label', { title })
  await make('Ambas', { labels: ['Vip', 'Nuevo'] }, other)
  await make('Una', { labels: ['Vip'] }, other)
  await make('Ninguna', {}, other)
  assert.deepEqual(await found({ labels: ['vip'] }, other), ['Una', 'Ambas'])
  assert.deepEqual(await found({ labels: ['NUEVO', 'vip'] }, other), ['Ambas'])
  assert.deepEqual(await found({ labels: ['vip', 'Vip'] }, other), ['Una', 'Ambas'])
  assert.deepEqual(await found({ labels: ['vip', 'bogota'] }, other), [])
  assert.deepEqual(await found({ labels: [] }, other), ['Ninguna', 'Una', 'Ambas'])
  const problem = await refusal(other.act('search_contacts', { labels: ['Vipp'] }))
  assert.equal(problem.code, 'not_found')
  assert.equal(problem.extra.errors?.[0]?.field, 'labels')
  assert.match(problem.message, /Vip \(id \d+\)/)
})

test('An origin is found by each of its names, in both languages', async () => {
  const other = await addAccount()
  for (const utm_source of ['Referido', 'voz_a_voz', 'fb', 'Facebook', 'messenger', 'feria'])
    await make(utm_source, { custom_attributes: { utm_source } }, other)
  for (const [utm_source, names] of [
    ['referral', ['Referido', 'voz_a_voz']],
    ['Recomendación', ['Referido', 'voz_a_voz']],
    ['FACEBOOK', ['Facebook', 'fb']],
    ['messenger', ['messenger']],
    ['feria', ['feria']],
    ['valla', []],
  ] as const)
    assert.deepEqual((await found({ attributes: { utm_source } }, other)).toSorted(), names, utm_source)
})

test('Custom attributes are matched whole and by their type, without regard to case and accents', async () => {
  const other = await addAccount()
  await make('Número', { custom_attributes: { visits: 3, plan: 'Básico' } }, other)
  await make('Texto', { custom_attributes: { visits: '3', plan: 'oro' } }, other)
  await make('Sí', { custom_attributes: { vip: true, visits: 30 } }, other)
  assert.deepEqual(await found({ attributes: { visits: 3 } }, other), ['Número'])
  assert.deepEqual(await found({ attributes: { visits: '3' } }, other), ['Texto'])
  for (const plan of ['Básico', 'BÁSICO', 'basico'])
    assert.deepEqual(await found({ attributes: { plan } }, other), ['Número'])
  assert.deepEqual(await found({ attributes: { plan: 'Básic' } }, other), [])
  assert.deepEqual(await found({ attributes: { vip: true } }, other), ['Sí'])
  assert.deepEqual(await found({ attributes: { vip: 'true' } }, other), [])
  assert.deepEqual(await found({ attributes: { visits: 3, plan: 'básico' } }, other), ['Número'])
  assert.deepEqual(await found({ attributes: { visits: 3, plan: 'oro' } }, other), [])
  assert.deepEqual(await found({ attributes: {} }, other), ['Sí', 'Texto', 'Número'])
})

test('City, country, company and position are found and written like attributes', async () => {
  const other = await addAccount()
  const field = await make('Campo', { city: 'Bogotá', company_name: 'Ferretería Díaz' }, other)
  const attribute = await make('Atributo', { custom_attributes: { city: 'BOGOTA', plan: 'oro' } }, other)
  assert.equal(attribute.city, 'BOGOTA')
  assert.deepEqual(attribute.custom_attributes, { plan: 'oro' })
  assert.deepEqual(await found({ attributes: { city: 'bogota' } }, other), ['Atributo', 'Campo'])
  assert.deepEqual(await found({ attributes: { company_name: 'ferreteria diaz' } }, other), ['Campo'])
  assert.deepEqual(await found({ attributes: { city: 'Bogotá', plan: 'ORO' } }, other), ['Atributo'])

  const moved = await other.act('update_contact', {
    contact_id: field.id,
    custom_attributes: { city: 'Cali', country: 'Colombia' },
    country: 'CO',
  })
  assert.deepEqual([moved.city, moved.country, moved.custom_attributes], ['Cali', 'CO', {}])
  const cleared = await other.act('update_contact', { contact_id: field.id, custom_attributes: { city: null } })
  assert.equal(cleared.city, null)
})

async function openConversation(
  workspace: Workspace,
  contact_id: string,
  fields: { status?: string; assignee_id?: string | null; team_id?: string | null } = {},
) {
  const { status = 'open', assignee_id = null, team_id = null } = fields
  const inbox = await workspace.act('create_inbox', { name: 'Sitio', channel: 'api' })
  await sql`
    with identity as (
      insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
      values (${workspace.actor.account.id}, ${contact_id}, ${inbox.id}, ${contact_id}, now()) returning *)
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, assignee_id, team_id, last_activity_at, created_at, updated_at)
    select account_id, inbox_id, contact_id, id, ${status}, ${assignee_id}::bigint, ${team_id}::bigint, now(), now(), now() from identity`
}

test('Contacts can be filtered by open conversations', async () => {
  const workspace = await addAccount()
  const [open, closed] = [await make('Abierta', {}, workspace), await make('Resuelta', {}, workspace)]
  await make('Ninguna', {}, workspace)
  await openConversation(workspace, open.id)
  await openConversation(workspace, open.id, { status: 'resolved' })
  await openConversation(workspace, closed.id, { status: 'resolved' })
  assert.deepEqual(await found({ has_open_conversation: true }, workspace), ['Abierta'])
  assert.deepEqual(await found({ has_open_conversation: false }, workspace), ['Ninguna', 'Resuelta'])
  assert.deepEqual(await found({ query: 'ab', has_open_conversation: true }, workspace), ['Abierta'])
})

test('Only conversations the caller may see count as open', async () => {
  const workspace = await addAccount()
  const assignee_id = workspace.actor.user_id!
  const team = await workspace.act('create_team', { name: 'Ventas', members: [assignee_id] })
  const [mine, ours, theirs] = [
    await make('Mía', {}, workspace),
    await make('Nuestra', {}, workspace),
    await make('Suya', {}, workspace),
  ]
  await openConversation(workspace, mine.id, { assignee_id })
  await openConversation(workspace, ours.id, { team_id: team.id })
  await openConversation(workspace, theirs.id)
  const seen = async (visibility: 'all' | 'team' | 'own', has_open_conversation = true) => {
    const as = { ...workspace.actor, visibility }
    return (await workspace.act('search_contacts', { has_open_conversation }, { as })).items.map((each) => each.name)
  }
  assert.deepEqual(await seen('all'), ['Suya', 'Nuestra', 'Mía'])
  assert.deepEqual(await seen('team'), ['Nuestra', 'Mía'])
  assert.deepEqual(await seen('own'), ['Mía'])
  assert.deepEqual(await seen('own', false), ['Suya', 'Nuestra'])
})

test('A filter can combine any conditions', async () => {
  const workspace = await addAccount()
  for (const title of ['Vip', 'Niño']) await workspace.act('create_label', { title })
  const ana = await make(
    'Ana',
    { city: 'Bogotá', labels: ['Vip'], custom_attributes: { edad: 41, plan: 'Oro' } },
    workspace,
  )
  await make('Berta', { city: 'Cali', job_title: 'Gerente', labels: ['Niño'], identifier: 'erp-1' }, workspace)
  await make('Carla', { city: 'BOGOTA', custom_attributes: { edad: 20 } }, workspace, new Date('2020-02-03T04:05:06Z'))
  await workspace.act('update_contact', { contact_id: ana.id, blocked: true })
  const meeting = (...all: object[]) => found({ filter: { any: [{ all }] } as never }, workspace)
  const on = (field: string, operator: string, ...values: unknown[]) => ({ field, operator, values })

  assert.deepEqual(await meeting(on('city', 'equal_to', 'bogotá')), ['Ana', 'Carla'])
  assert.deepEqual(await meeting(on('city', 'equal_to', 'bogotá'), on('name', 'starts_with', 'c')), ['Carla'])
  assert.deepEqual(await meeting(on('job_title', 'is_not_present')), ['Ana', 'Carla'])
  assert.deepEqual(await meeting(on('identifier', 'is_present')), ['Berta'])
  assert.deepEqual(await meeting(on('blocked', 'equal_to', true)), ['Ana'])
  assert.deepEqual(await meeting(on('labels', 'equal_to', 'vip', 'nino')), ['Berta', 'Ana'])
  assert.deepEqual(await meeting(on('labels', 'is_not_present')), ['Carla'])
  assert.deepEqual(await meeting(on('created_at', 'is_less_than', '2021-01-01')), ['Carla'])
  assert.deepEqual(await meeting(on('created_at', 'equal_to', '2020-02-02')), ['Carla'])
  assert.deepEqual(await meeting(on('created_at', 'days_before', 30)), ['Carla'])
  assert.deepEqual(await meeting(on('last_activity_at', 'is_present')), [])
  assert.deepEqual(await meeting(on('custom_attributes.edad', 'is_greater_than', 30)), ['Ana'])
  assert.deepEqual(await meeting(on('custom_attributes.plan', 'not_equal_to', 'oro')), ['Berta', 'Carla'])
  const either = { any: [{ all: [on('name', 'equal_to', 'ana')] }, { all: [on('city', 'equal_to', 'cali')] }] }
  assert.deepEqual(await found({ filter: either as never }, workspace), ['Berta', 'Ana'])
  assert.deepEqual(await found({ filter: either as never, query: 'berta' }, workspace), ['Berta'])
})

test('An unknown field or unsuitable operator is rejected by name', async () => {
  const asking = (field: string, operator: string) =>
    refusal(act('search_contacts', { filter: { any: [{ all: [{ field, operator, values: ['x'] }] }] } as never }))
  const unknown = await asking('account_id', 'equal_to')
  assert.equal(unknown.code, 'invalid_value')
  assert.match(unknown.message, /no field account_id/)
  const unfit = await asking('blocked', 'contains')
  assert.equal(unfit.code, 'invalid_value')
  assert.equal(unfit.extra.errors?.[0]?.field, 'filter/any/0/all/0/operator')
  assert.equal((await asking('name', 'like')).code, 'invalid_request')
})

test('A filtered list can be paged, and a cursor is valid only for its filter', async () => {
  const workspace = await addAccount()
  for (let i = 0; i < 5; i++) await make(`Ana ${i}`, {}, workspace)
  const filter = { any: [{ all: [{ field: 'name', operator: 'contains', values: ['ana'] }] }] } as SearchInput['filter']
  const first = await workspace.act('search_contacts', { filter, limit: 3 })
  const second = await workspace.act('search_contacts', { filter, limit: 3, cursor: first.next_cursor! })
  assert.deepEqual([first.items.length, second.items.length, second.next_cursor], [3, 2, null])
  const stray = await refusal(workspace.act('search_contacts', { limit: 3, cursor: first.next_cursor! }))
  assert.equal(stray.code, 'invalid_cursor')
})

test('Paging by offset allows a sort order; contacts without the field come last', async () => {
  const workspace = await addAccount()
  await make('berta', { city: 'Cali' }, workspace)
  await make('Ángela', {}, workspace)
  await make('Carla', { city: 'bogotá' }, workspace)
  assert.deepEqual(await found({ sort: 'name' }, workspace), ['Ángela', 'berta', 'Carla'])
  assert.deepEqual(await found({ sort: '-name' }, workspace), ['Carla', 'berta', 'Ángela'])
  assert.deepEqual(await found({ sort: 'city' }, workspace), ['Carla', 'berta', 'Ángela'])
  assert.deepEqual(await found({ sort: '-city' }, workspace), ['berta', 'Carla', 'Ángela'])
  assert.deepEqual(await found({ sort: 'created_at' }, workspace), ['berta', 'Ángela', 'Carla'])
  assert.deepEqual(await found({ sort: 'last_activity_at' }, workspace), ['berta', 'Ángela', 'Carla'])
  assert.deepEqual(await found({ offset: 1 }, workspace), ['Ángela', 'berta'])
  assert.deepEqual(await found({ sort: 'name', offset: 1, limit: 1 }, workspace), ['berta'])
  assert.deepEqual(await found({ sort: 'name', query: 'a', offset: 2 }, workspace), ['Carla'])
})

test('Sorted by name or creation, pages follow by cursor, by their index', async () => {
  const workspace = await addAccount()
  for (const name of ['berta', 'Ángela', 'Carla', 'angela', 'Ana']) await make(name, {}, workspace)
  for (const sort of ['name', '-name', 'created_at', '-created_at'] as const) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await workspace.act('search_contacts', { sort, limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ name }) => name))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    assert.deepEqual(seen, await found({ sort, offset: 0 }, workspace), sort)
  }
  await sql`
    insert into contacts (account_id, name, created_at, updated_at)
    select ${workspace.actor.account.id}, 'Persona ' || n, now(), now() from generate_series(1, 1500) n`
  await sql`analyze contacts`
  const { planOf } = openPlans(runtime, workspace.actor)
  const plan = await planOf('search_contacts', { sort: '-name', limit: 2 })
  assert.deepEqual([plan.indexes('contacts'), plan.rows('contacts')], [['contacts_same_name'], 3])
})

test('With another sort or an offset there are no cursors', async () => {
  const workspace = await addAccount()
  for (let i = 0; i < 3; i++) await make(`Ana ${i}`, {}, workspace)
  const { next_cursor } = await workspace.act('search_contacts', { limit: 1 })
  for (const input of [{ sort: 'city' as const }, { offset: 0 }]) {
    assert.equal((await workspace.act('search_contacts', { ...input, limit: 1 })).next_cursor, null)
    const problem = await refusal(workspace.act('search_contacts', { ...input, limit: 1, cursor: next_cursor! }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'cursor'])
  }
  for (const wrong of [{ offset: 1_000_001 }, { offset: -1 }, { sort: 'bio' }, { sort: '--name' }])
    assert.equal((await refusal(workspace.act('search_contacts', wrong as never))).code, 'invalid_request')
})

test('All filters are combined', async () => {
  const other = await addAccount()
  await other.act('create_label', { title: 'Vip' })
  await make('Ana Uno', { labels: ['Vip'], custom_attributes: { a: 1 } }, other)
  await make('Ana Dos', { labels: ['Vip'] }, other)
  await make('Eva Uno', { labels: ['Vip'], custom_attributes: { a: 1 } }, other)
  const input: SearchInput = { query: 'ana', labels: ['Vip'], attributes: { a: 1 }, period: 'today' }
  assert.deepEqual(await found(input, other), ['Ana Uno'])
})

test('Today, this week and this month start at midnight in Bogotá, on Monday and on the first', async () => {
  const other = await addAccount()
  const zone = 'America/Bogota'
  const today = dayOf(new Date(), zone)
  const starts = { today, week: startOfWeek(today), month: startOfMonth(today) }
  const moments = Object.values(starts).flatMap((day) => {
    const start = startOfDay(day, zone).getTime()
    return [start - 1, start]
  })
  for (const moment of moments) await make(new Date(moment).toISOString(), {}, other, new Date(moment))
  for (const [period, day] of Object.entries(starts)) {
    const expected = moments.filter((moment) => moment >= startOfDay(day, zone).getTime())
    const names = await found({ period: period as 'today' }, other)
    assert.deepEqual(names.toSorted(), expected.map((moment) => new Date(moment).toISOString()).toSorted(), period)
  }
  assert.equal((await found({ period: 'all_time' }, other)).length, moments.length)
})

test('A custom period includes its last day, in the time zone of the workspace', async () => {
  const other = await addAccount()
  const moments = {
    'antes del 1': '2026-02-01T04:59:59.999Z',
    'el 1 a las cero': '2026-02-01T05:00:00.000Z',
    'el 28 al final': '2026-03-01T04:59:59.999Z',
    'el 1 de marzo': '2026-03-01T05:00:00.000Z',
  }
  for (const [name, moment] of Object.entries(moments)) await make(name, {}, other, new Date(moment))
  const custom = (dates: SearchInput) => found({ period: 'custom', ...dates }, other)
  assert.deepEqual(await custom({ date_from: '2026-02-01', date_to: '2026-02-28' }), [
    'el 28 al final',
    'el 1 a las cero',
  ])
  assert.deepEqual(await custom({ date_from: '2026-02-28', date_to: '2026-02-28' }), ['el 28 al final'])
  assert.deepEqual(await custom({ date_from: '2026-03-01' }), ['el 1 de marzo'])
  assert.deepEqual(await custom({ date_to: '2026-01-31' }), ['antes del 1'])
  assert.deepEqual((await custom({ date_from: '0001-01-01', date_to: '9999-12-31' })).length, 4)

  const inKolkata = { ...other.actor, account: { ...other.actor.account, time_zone: 'Asia/Kolkata' } }
  const input = { period: 'custom', date_from: '2026-02-01', date_to: '2026-02-01' } as const
  const { items } = await other.act('search_contacts', input, { as: inKolkata })
  assert.deepEqual(
    items.map((contact) => contact.name),
    ['el 1 a las cero', 'antes del 1'],
  )
})

test('Conflicting periods and dates are rejected by name', async () => {
  for (const [input, code, field] of [
    [{ period: 'custom' }, 'missing_field', 'date_from'],
    [{ date_from: '2026-01-01' }, 'invalid_value', 'date_from'],
    [{ period: 'month', date_to: '2026-01-01' }, 'invalid_value', 'date_to'],
    [{ period: 'custom', date_from: '2026-01-02', date_to: '2026-01-01' }, 'invalid_value', 'date_from'],
    [{ period: 'custom', date_from: '2026-02-30' }, 'invalid_request', 'date_from'],
    [{ period: 'yesterday' }, 'invalid_request', 'period'],
  ] as const) {
    const problem = await refusal(act('search_contacts', input as SearchInput))
    assert.equal(problem.code, code)
    assert.equal(problem.extra.errors?.[0]?.field, field)
  }
})

test('A page has 25 items by default, and 1 to 100 on request', async () => {
  const other = await addAccount()
  await Promise.all(Array.from({ length: 27 }, (_, i) => make(`Ana ${i}`, {}, other)))
  const first = await other.act('search_contacts', {})
  assert.equal(first.items.length, 25)
  assert.equal((await other.act('search_contacts', { cursor: first.next_cursor! })).items.length, 2)
  assert.equal((await other.act('search_contacts', { limit: 100 })).next_cursor, null)
  assert.equal((await other.act('search_contacts', { limit: 27 })).next_cursor, null)
  for (const limit of [0, 101, -1, 1.5]) {
    const problem = await refusal(other.act('search_contacts', { limit }))
    assert.equal(problem.code, 'invalid_request')
    assert.equal(problem.extra.errors?.[0]?.field, 'limit')
  }
})

test('Paging returns everyone once, while contacts are added and changed', async () => {
  const other = await addAccount()
  const start = Date.parse('2026-01-01T00:00:00Z')
  const before = await Promise.all(
    Array.from({ length: 23 }, (_, i) => make(`Ana ${i}`, {}, other, new Date(start + Math.floor(i / 4)))),
  )
  const expected = before
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || Number(b.id) - Number(a.id))
    .map((contact) => contact.id)
  for (const query of [undefined, 'ana']) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await other.act('search_contacts', { limit: 4, ...(query && { query }), ...(cursor && { cursor }) })
      seen.push(...page.items.map((contact) => contact.id))
      cursor = page.next_cursor ?? undefined
      await make('Ana nueva', {}, other)
      await other.act('update_contact', { contact_id: expected.at(-1)!, city: `Ciudad ${made}` })
    } while (cursor)
    assert.equal(new Set(seen).size, seen.length)
    assert.deepEqual(
      seen.filter((id) => expected.includes(id)),
      expected,
    )
  }
})

test('A cursor is valid only with its filters and workspace, with any limit', async () => {
  const other = await addAccount()
  for (const workspace of [{ act }, other]) for (let i = 0; i < 3; i++) await make('Ana cursor', {}, workspace)
  const input: SearchInput = { query: 'cursor', period: 'all_time', attributes: {}, limit: 1 }
  const cursor = (await act('search_contacts', input)).next_cursor!
  assert.equal((await act('search_contacts', { ...input, limit: 2, cursor })).items.length, 2)
  const refusals = [
    act('search_contacts', { ...input, query: 'Cursor ', cursor }),
    act('search_contacts', { cursor }),
    act('search_contacts', { ...input, attributes: { a: 1 }, cursor }),
    other.act('search_contacts', { ...input, cursor }),
    act('search_contacts', { ...input, cursor: cursor.slice(0, -2) }),
    act('search_contacts', { ...input, cursor: `x${cursor}` }),
    act('search_contacts', { ...input, cursor: 'no es un cursor' }),
    act('search_contacts', { ...input, cursor: '' }),
  ]
  for (const each of refusals) {
    const problem = await refusal(each)
    assert.equal(problem.code, 'invalid_cursor')
    assert.match(problem.message, /first page without a cursor/)
  }
})

test('A saved view is combined with the other filters in every order; a hidden one is not found', async () => {
  const other = await addAccount()
  for (const city of ['Cali', 'Pasto', 'Cúcuta']) await make(`Vista ${city}`, { city }, other)
  const filter = { any: [{ all: [{ field: 'city', operator: 'contains' as const, values: ['c'] }] }] }
  const { id: view_id } = await other.act('create_saved_view', { name: 'Con c', resource: 'contacts', filter })
  assert.deepEqual(await found({ view_id }, other), ['Vista Cúcuta', 'Vista Cali'])
  assert.deepEqual(await found({ view_id, sort: 'name' }, other), ['Vista Cali', 'Vista Cúcuta'])
  assert.deepEqual(await found({ view_id, query: 'cali' }, other), ['Vista Cali'])
  const present = { any: [{ all: [{ field: 'city', operator: 'starts_with' as const, values: ['cu'] }] }] }
  assert.deepEqual(await found({ view_id, filter: present }, other), ['Vista Cúcuta'])
  for (const id of [view_id, '999999']) {
    const problem = await refusal(act('search_contacts', { view_id: id }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'view_id'])
  }
})

test('A cursor of another list is rejected', async () => {
  for (const name of ['Repetida', 'Repetida', 'Otra repetida', 'Otra repetida']) await make(name)
  const cursor = (await act('list_duplicate_contacts', { limit: 1 })).next_cursor!
  assert.equal((await refusal(act('search_contacts', { cursor }))).code, 'invalid_cursor')
})

test('Contacts of another workspace are never found, and reading emits no event', async () => {
  const other = await addAccount()
  await make('Secreta', {}, other)
  const known = await events()
  assert.deepEqual(await found({ query: 'secreta' }), [])
  assert.deepEqual(await events(), known)
})

test('An unknown filter is rejected, and it requires permission to read contacts', async () => {
  const problem = await refusal(act('search_contacts', { name: 'ana' } as never))
  assert.equal(problem.code, 'invalid_request')
  assert.equal(problem.extra.errors?.[0]?.code, 'unknown_field')
  assert.equal((await refusal(act('search_contacts', {}, { as: only('crm:read') }))).code, 'permission_denied')
})
