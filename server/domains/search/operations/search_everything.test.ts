import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'
import type { Input, Output } from '#test/workspace.ts'

const { act, actor, only, addAgent, addAccount, write } = await openRealEstate()

const oscar = await write({
  content: 'Necesito una pickup para la finca',
  contact: { name: 'Óscar Muñoz', phone_number: '+573001234567' },
})
const contact_id = oscar.conversation.contact.id
await write({
  content: 'Hola, ¿a qué hora abren?',
  contact: { name: 'Juana Gutiérrez', phone_number: '+573007654321' },
})
const ana = await act('create_contact', { name: 'Ana Ríos', email: 'ana@acme.co', company_name: 'Acme' })
for (const name of ['Mariana Paz', 'Juliana Sol', 'Susana Gil'])
  await act('create_contact', { name, email: `${name.slice(0, 3)}@example.com` })
const lead = await act('crm_create_lead', { name: 'Interesada en bodega', contact_id: ana.id })
const deal = await act('crm_create_opportunity', {
  name: 'Penthouse Cabrera',
  contact_id,
  expected_close_date: '2027-01-01',
})
const property = await act('create_property', {
  code: 'APT-BOG-0012',
  name: 'Apartamento con vista',
  operation: 'venta',
})
const guide = await act('add_knowledge_document', {
  name: 'Envíos y garantía',
  text: 'Los electrodomésticos tienen garantía de doce meses.',
})

type Answer = Output<'search_everything'>
const search = (query: string, more: Partial<Input<'search_everything'>> = {}, as = actor) =>
  act('search_everything', { query, ...more }, { as })
/** The names found, by kind; kinds without any are left out. */
const names = (answer: Answer) =>
  Object.fromEntries(
    Object.entries(answer).flatMap(([kind, found]) =>
      found.length > 0 ? [[kind, found.map((each) => ('name' in each ? each.name : each.contact.name))]] : [],
    ),
  )

test('One search finds every kind of record, each with its address', async () => {
  const base = `http://localhost:3000/app/${actor.account.id}`
  assert.deepEqual(await search('penthouse'), {
    contacts: [],
    conversations: [],
    leads: [],
    opportunities: [
      {
        id: deal.id,
        name: 'Penthouse Cabrera',
        detail: `Óscar Muñoz · ${deal.stage.name}`,
        url: `${base}/opportunities/${deal.id}`,
      },
    ],
    properties: [],
    documents: [],
  })
  assert.deepEqual((await search('APT-BOG')).properties, [
    {
      id: property.id,
      name: 'Apartamento con vista',
      detail: 'APT-BOG-0012',
      url: `${base}/properties/${property.id}`,
    },
  ])
  assert.deepEqual((await search('bodega')).leads[0]?.url, `${base}/leads/${lead.id}`)
  assert.deepEqual((await search('garantía')).documents[0]?.url, `${base}/knowledge/${guide.id}`)
  assert.deepEqual((await search('electrodoméstico')).documents[0]?.id, guide.id)
})

test('A person is found with their conversation, leads and deals, by name, phone number, e-mail or company', async () => {
  const all = {
    contacts: ['Óscar Muñoz'],
    conversations: ['Óscar Muñoz'],
    opportunities: ['Penthouse Cabrera'],
  }
  for (const query of ['Óscar', 'munoz oscar', '300 123 4567', 'uñoz'])
    assert.deepEqual(names(await search(query)), all, query)
  for (const query of ['acme', 'ana@acme'])
    assert.deepEqual(names(await search(query)), { contacts: ['Ana Ríos'], leads: ['Interesada en bodega'] }, query)
})

test('Words may have one typing error or be unfinished', async () => {
  for (const query of ['Oscra', 'oscr', 'Oskar', 'Óscaar', 'muñz', 'oscra muñoz', 'muños osc'])
    assert.deepEqual((await search(query)).contacts[0]?.id, contact_id, query)
  for (const query of ['gutierez', 'guiterrez', 'guiterr', 'gutiér'])
    assert.deepEqual((await search(query)).contacts[0]?.name, 'Juana Gutiérrez', query)
  for (const query of ['penthuose', 'pentohuse', 'penthous', 'cabera'])
    assert.deepEqual((await search(query)).opportunities[0]?.id, deal.id, query)
  for (const query of ['bodgea', 'interesda en bodega'])
    assert.equal((await search(query)).leads[0]?.id, lead.id, query)
  assert.equal((await search('apratamento')).properties[0]?.id, property.id)
  assert.equal((await search('garnatia')).documents[0]?.id, guide.id)
  for (const query of ['pickup', 'picku', 'pickpu', 'picup finca']) {
    const [found] = (await search(query)).conversations
    assert.deepEqual([found?.id, found?.message?.content], [oscar.conversation.id, oscar.message.content], query)
  }
  for (const query of ['zzyzx', 'xq', '%', "' or 1=1 --", ':*', 'APT-MED'])
    assert.deepEqual(names(await search(query)), {}, query)
})

test('Whole words come first, then beginnings, then parts of words; a misspelt word only fills what is left', async () => {
  assert.equal((await search('ana')).contacts[0]?.name, 'Ana Ríos')
  assert.deepEqual((await search('jul')).contacts[0]?.name, 'Juliana Sol')
  await act('create_contact', { name: 'Marta Anna', email: 'anna@example.com' })
  assert.equal((await search('anna', { limit: 1 })).contacts[0]?.name, 'Marta Anna')
  const few = await search('ana', { limit: 2 })
  assert.equal(few.contacts.length, 2)
})

test('Conversations are those of the best people and those with the newest messages, together', async () => {
  const { conversation } = await write({
    content: 'Oscar prometió llamarme',
    contact: { name: 'Rita', phone_number: '+573009990000' },
  })
  const found = (await search('oscar', { kinds: ['conversations'] })).conversations
  assert.deepEqual(
    found.map(({ id, message }) => [id, message?.content ?? null]),
    [
      [oscar.conversation.id, null],
      [conversation.id, 'Oscar prometió llamarme'],
    ],
  )
})

test('Only the kinds asked for are searched', async () => {
  assert.deepEqual(names(await search('oscar', { kinds: ['opportunities'] })), { opportunities: ['Penthouse Cabrera'] })
  for (const input of [{ kinds: [] }, { kinds: ['agents'] }, { limit: 0 }, { limit: 21 }, { query: '  ' }]) {
    const problem = await refusal(act('search_everything', { query: 'ana', ...input } as never))
    assert.equal(problem.code, 'invalid_request')
  }
})

test('Kinds that the caller may not read are empty, and so are properties without their module', async () => {
  assert.deepEqual(names(await search('oscar', {}, only('crm:read'))), {})
  assert.deepEqual(names(await search('penthouse', {}, only('crm:read'))), { opportunities: ['Penthouse Cabrera'] })
  assert.deepEqual(names(await search('oscar', {}, only('contacts:read'))), { contacts: ['Óscar Muñoz'] })
  assert.deepEqual(names(await search('pickup', {}, only('conversations:read'))), { conversations: ['Óscar Muñoz'] })
  assert.deepEqual(names(await search('garantía', {}, only('knowledge:read'))), { documents: ['Envíos y garantía'] })
  assert.deepEqual(names(await search('oscar', {}, only('reports:read'))), {})
  const without = { ...actor, account: { ...actor.account, modules: [] } }
  assert.deepEqual(names(await search('APT-BOG', {}, without)), {})
})

test('An agent finds only records they may see, also with typing errors', async () => {
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  const limited = { ...own, account: { ...actor.account, contacts_visibility: 'related' as const } }
  for (const query of ['oscar', 'oscra', 'pickup', 'pickpu', 'penthouse', 'penthuose', 'bodega'])
    assert.deepEqual(names(await search(query, {}, limited)), {}, query)
  await act('assign_conversation', { conversation_id: oscar.conversation.id, agent: own.id! })
  assert.deepEqual(names(await search('oscra', {}, limited)), {
    contacts: ['Óscar Muñoz'],
    conversations: ['Óscar Muñoz'],
  })
  assert.equal((await search('pickup', {}, limited)).conversations[0]?.id, oscar.conversation.id)
})

test('Records of another workspace and deleted ones are never found', async () => {
  const other = await addAccount()
  for (const query of ['oscar', 'oscra', 'pickup', 'penthouse', 'bodega', 'garantía', 'APT-BOG'])
    assert.deepEqual(names(await other.act('search_everything', { query })), {}, query)
  const gone = await act('crm_create_lead', { name: 'Ornitorrinco', email: 'o@example.com' })
  assert.equal((await search('ornitorrinco')).leads.length, 1)
  await act('delete_lead', { lead_id: gone.id })
  assert.deepEqual(names(await search('ornitorrinco')), {})
})

test('With filters only conversations that meet them are found, people and messages together, also with typing errors', async () => {
  const { id: inbox_id } = await act('create_inbox', { name: 'Taller', channel: 'api', auto_assign: false })
  const say = async (name: string, content: string) => {
    const answer = await act('receive_message', { inbox_id, source_id: name, content, contact: { name } })
    return answer.conversation.id
  }
  await say('Óscar Mora', 'Hola')
  const rita = await say('Rita Gil', 'Oscar me prometió la camioneta')
  const found = async (
    query: string,
    conversation_filters: Input<'search_everything'>['conversation_filters'],
    as = actor,
  ) => (await search(query, { conversation_filters }, as)).conversations.map(({ contact }) => contact.name)
  for (const query of ['oscar', 'oscra'])
    assert.deepEqual(await found(query, { inbox_id }), ['Óscar Mora', 'Rita Gil'], query)
  for (const query of ['camioneta', 'camionteas', 'prometi'])
    assert.deepEqual(await found(query, { inbox: 'Taller' }), ['Rita Gil'], query)
  assert.deepEqual(await found('pickup', { inbox_id }), [])

  await act('set_conversation_priority', { conversation_id: rita, priority: 'high' })
  await act('resolve_conversation', { conversation_id: rita })
  assert.deepEqual(await found('oscra', { inbox_id, priority: 'high' }), ['Rita Gil'])
  assert.deepEqual(await found('oscra', { inbox_id, status: 'open' }), ['Óscar Mora'])
  assert.deepEqual(await found('camionteas', { inbox_id, unassigned_only: true }), ['Rita Gil'])

  const own = await addAgent('Solo del taller', { visibility: 'own' })
  assert.deepEqual(await found('oscra', { inbox_id }, own), [])
  await act('assign_conversation', { conversation_id: rita, agent: own.id! })
  assert.deepEqual(await found('oscra', { inbox_id }, own), ['Rita Gil'])

  const unknown = { conversation_filters: { inbox: 'Ninguna' } }
  assert.equal((await refusal(search('oscar', unknown))).code, 'not_found')
  assert.deepEqual(Object.keys(names(await search('oscar', unknown, only('contacts:read')))), ['contacts'])
})
