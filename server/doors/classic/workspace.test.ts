import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const { classic, ok, user, makeUser, addAccount, tokenOf, account_id } = await openClassicNode()
const ids = (people: Loose) => people.map((each: { id: number }) => String(each.id)).sort()
const other = await addAccount()
const theirs = { account: other.account_id, token: await tokenOf(other.account_id) }

describe('Inboxes', () => {
  test('are created with their channel, listed and read, with the settings of the channel', async () => {
    const api = await ok('POST', '/inboxes/', {
      name: 'Puente',
      channel: { type: 'api', webhook_url: 'https://b.example.com/hook' },
    })
    assert.equal(api.channel_type, 'Channel::Api')
    assert.ok(api.inbox_identifier)
    const site = await ok('POST', '/inboxes', {
      name: 'Sitio',
      enable_auto_assignment: false,
      channel: {
        type: 'web_widget',
        website_url: 'https://example.com',
        welcome_title: 'Hola',
        welcome_tagline: 'Aquí estamos',
        widget_color: '#0f766e',
      },
    })
    assert.deepEqual(
      [site.channel_type, site.welcome_title, site.welcome_tagline, site.widget_color, site.enable_auto_assignment],
      ['Channel::WebWidget', 'Hola', 'Aquí estamos', '#0f766e', false],
    )
    assert.deepEqual(await ok('GET', '/inboxes'), { payload: [api, site] })
    assert.deepEqual(await ok('GET', `/inboxes/${api.id}/`), api)
  })

  test('change only the fields sent', async () => {
    const made = await ok('POST', '/inboxes', { name: 'Antes', channel: { type: 'api' } })
    const changed = await ok('PATCH', `/inboxes/${made.id}`, {
      name: 'Después',
      channel: { hmac_mandatory: true },
    })
    assert.deepEqual(changed, { ...made, name: 'Después', hmac_mandatory: true })
  })

  test('of unsupported channels, without a channel, or of another account are refused', async () => {
    const whatsapp = await classic('POST', '/inboxes', {
      name: 'W',
      channel: { type: 'whatsapp', phone_number: '+57' },
    })
    assert.equal(whatsapp.status, 422)
    for (const body of [{ name: 'X' }, { name: 'X', channel: { type: 'fax' } }, { channel: { type: 'api' } }]) {
      assert.equal((await classic('POST', '/inboxes', body)).status, 422, JSON.stringify(body))
    }
    const ours = await ok('POST', '/inboxes', { name: 'Nuestra', channel: { type: 'api' } })
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Suya' }]] as const)
      assert.equal((await classic(method, `/inboxes/${ours.id}`, body, theirs)).status, 404)
    assert.deepEqual((await classic('GET', '/inboxes', undefined, theirs)).body, { payload: [] })
  })

  test('have members, who are added, replaced and removed by either route', async () => {
    const { id: inbox_id } = await ok('POST', '/inboxes', { name: 'Con gente', channel: { type: 'api' } })
    const [eva, leo] = [await makeUser('agent'), await makeUser('agent')]
    assert.deepEqual(await ok('GET', `/inbox_members/${inbox_id}`), { payload: [] })
    const add = await ok('POST', '/inbox_members', { inbox_id, user_ids: [Number(eva.id)] })
    assert.deepEqual(ids(add.payload), [eva.id])
    const both = await ok('POST', '/inbox_members', { inbox_id: String(inbox_id), user_ids: [leo.id] })
    assert.deepEqual(ids(both.payload), [eva.id, leo.id].sort())
    await ok('DELETE', `/inbox_members/${inbox_id}`, { user_ids: [Number(eva.id)] })
    assert.deepEqual(ids((await ok('GET', `/inbox_members/${inbox_id}`)).payload), [leo.id])
    const set = await ok('PATCH', '/inbox_members', { inbox_id, user_ids: [Number(user.id)] })
    assert.deepEqual(ids(set.payload), [user.id])
    for (const [user_ids, status] of [
      [['x'], 404],
      [[999999], 404],
      [undefined, 422],
    ] as const)
      assert.equal((await classic('PATCH', '/inbox_members', { inbox_id, user_ids })).status, status)
    assert.deepEqual(ids((await ok('GET', `/inbox_members/${inbox_id}`)).payload), [user.id])
    await ok('DELETE', '/inbox_members', { inbox_id, user_ids: [user.id] })
    assert.deepEqual(await ok('GET', `/inbox_members/${inbox_id}`), { payload: [] })
    assert.equal((await classic('POST', '/inbox_members', { inbox_id, user_ids: [Number(other.user.id)] })).status, 404)
    assert.equal((await classic('GET', `/inbox_members/${inbox_id}`, undefined, theirs)).status, 404)
  })
})

test('Agents are listed unwrapped, with their role and status', async () => {
  const agents = await ok('GET', '/agents')
  const administrator = agents.find((each: Loose) => String(each.id) === user.id)
  assert.deepEqual(administrator, {
    id: Number(user.id),
    account_id: Number(account_id),
    availability_status: 'offline',
    auto_offline: true,
    confirmed: true,
    email: user.email,
    provider: 'email',
    available_name: 'administrator',
    name: 'administrator',
    role: 'administrator',
    thumbnail: '',
    custom_role_id: null,
  })
  assert.ok(!ids(agents).includes(other.user.id))
})

describe('Teams', () => {
  test('are created, listed, read, changed and deleted, each time returned unwrapped', async () => {
    const made = await ok('POST', '/teams', { team: { name: 'ventas', description: 'Primera línea' } })
    assert.deepEqual(made, {
      id: made.id,
      name: 'ventas',
      description: 'Primera línea',
      allow_auto_assign: true,
      account_id: Number(account_id),
      is_member: false,
    })
    assert.deepEqual(await ok('GET', '/teams'), [made])
    assert.deepEqual(await ok('GET', `/teams/${made.id}`), made)
    const changed = await ok('PATCH', `/teams/${made.id}`, { allow_auto_assign: false })
    assert.deepEqual(changed, { ...made, allow_auto_assign: false })
    const taken = await classic('POST', '/teams', { name: 'VENTAS' })
    assert.deepEqual([taken.status, taken.body.attributes], [422, ['name']])
    assert.equal((await classic('GET', `/teams/${made.id}`, undefined, theirs)).status, 404)
    assert.equal((await classic('DELETE', `/teams/${made.id}`, undefined, theirs)).status, 404)
    const gone = await classic('DELETE', `/teams/${made.id}`)
    assert.deepEqual([gone.status, gone.text], [200, ''])
    assert.deepEqual(await ok('GET', '/teams'), [])
  })

  test('have members; a person who is not an agent is refused as classic clients expect', async () => {
    const { id } = await ok('POST', '/teams', { name: 'soporte' })
    const path = `/teams/${id}/team_members`
    const [eva, leo] = [await makeUser('agent'), await makeUser('agent')]
    assert.deepEqual(ids(await ok('POST', path, { user_ids: [Number(eva.id)] })), [eva.id])
    assert.deepEqual(ids(await ok('PATCH', path, { user_ids: [leo.id, user.id] })), [leo.id, user.id].sort())
    assert.deepEqual(ids(await ok('GET', path)), [leo.id, user.id].sort())
    await ok('DELETE', path, { user_ids: [Number(user.id)] })
    assert.deepEqual(ids(await ok('GET', path)), [leo.id])
    for (const user_ids of [[999999], [Number(other.user.id)], ['x']]) {
      const { status, body } = await classic('POST', path, { user_ids })
      assert.deepEqual([status, body.error], [401, 'Invalid User IDs'])
    }
    assert.equal((await classic('GET', path, undefined, theirs)).status, 404)
  })
})

describe('Canned responses', () => {
  test('belong to an inbox, by default the oldest', async () => {
    const none = await classic('POST', '/canned_responses', { short_code: 'hola', content: 'Buenas' }, theirs)
    assert.equal(none.status, 422)
    const made = await ok('POST', '/canned_responses', { canned_response: { short_code: 'hola', content: 'Buenas' } })
    const { created_at, updated_at, ...response } = made
    assert.match(created_at, /^\d{4}-.*Z$/)
    assert.equal(updated_at, created_at)
    const expected = { id: made.id, account_id: Number(account_id), short_code: 'hola', content: 'Buenas' }
    assert.deepEqual(response, expected)
    const { payload } = await ok('GET', '/inboxes')
    const newest = payload.at(-1)
    const there = { short_code: 'hola', content: 'Aquí también', inbox_id: newest.id }
    assert.equal((await ok('POST', '/canned_responses', there)).content, 'Aquí también')
    await ok('DELETE', `/canned_responses/${made.id}`)
  })

  test('are found, changed and deleted', async () => {
    const one = await ok('POST', '/canned_responses', { short_code: 'horario', content: 'De 8 a 5' })
    const codes = async (search: string) =>
      (await ok('GET', `/canned_responses${search}`)).map((each: Loose) => each.short_code)
    assert.deepEqual(await codes('?search=HORA'), ['horario'])
    assert.deepEqual(await codes('?search=8%20a%205'), ['horario'])
    assert.deepEqual(await codes('?search=nada'), [])
    assert.ok((await codes('')).includes('horario'))
    const path = `/canned_responses/${one.id}`
    const changed = await ok('PATCH', path, { content: 'De 9 a 6' })
    assert.deepEqual([changed.id, changed.short_code, changed.content], [one.id, 'horario', 'De 9 a 6'])
    const taken = await classic('POST', '/canned_responses', { short_code: 'Horario', content: 'x' })
    assert.deepEqual([taken.status, taken.body.attributes], [422, ['short_code']])
    for (const [method, body] of [['PATCH', { content: 'x' }], ['DELETE']] as const)
      assert.equal((await classic(method, path, body, theirs)).status, 404)
    const gone = await classic('DELETE', path)
    assert.deepEqual([gone.status, gone.text], [200, ''])
    assert.equal((await classic('PATCH', path, { content: 'x' })).status, 404)
  })
})

describe('Labels', () => {
  test('are created, listed, read, changed and deleted', async () => {
    const made = await ok('POST', '/labels', { title: 'vip', description: 'Importantes', color: '#ff0000' })
    const shown = { id: made.id, title: 'vip', description: 'Importantes', color: '#ff0000', show_on_sidebar: true }
    assert.deepEqual(made, shown)
    assert.deepEqual(await ok('GET', '/labels'), { payload: [made] })
    assert.deepEqual(await ok('GET', `/labels/${made.id}`), made)
    assert.deepEqual(await ok('PATCH', `/labels/${made.id}`, { color: '#00ff00' }), { ...made, color: '#00ff00' })
    for (const [method, body] of [['GET'], ['PATCH', { title: 'suya' }], ['DELETE']] as const)
      assert.equal((await classic(method, `/labels/${made.id}`, body, theirs)).status, 404)
    const gone = await classic('DELETE', `/labels/${made.id}`)
    assert.deepEqual([gone.status, gone.text], [200, ''])
    assert.equal((await classic('GET', `/labels/${made.id}`)).status, 404)
    assert.deepEqual((await classic('POST', '/labels', {})).body.attributes, ['title'])
  })
})

describe('Custom attribute definitions', () => {
  test('are created with numbers or names, listed by model, and read', async () => {
    const url = '/custom_attribute_definitions'
    const plan = await ok('POST', url, {
      attribute_display_name: 'Plan',
      attribute_key: 'plan',
      attribute_display_type: 6,
      attribute_model: 1,
      attribute_values: ['oro', 'plata'],
      attribute_description: 'El que paga',
    })
    assert.deepEqual(
      [plan.attribute_display_type, plan.attribute_model, plan.attribute_values, plan.attribute_description],
      ['list', 'contact_attribute', ['oro', 'plata'], 'El que paga'],
    )
    const step = await ok('POST', url, {
      custom_attribute_definition: {
        attribute_display_name: 'Paso',
        attribute_key: 'paso',
        attribute_display_type: 'text',
        attribute_model: 'conversation_attribute',
      },
    })
    assert.deepEqual(await ok('GET', `${url}?attribute_model=1`), [plan])
    assert.deepEqual(await ok('GET', `${url}?attribute_model=conversation_attribute`), [step])
    assert.equal((await ok('GET', url)).length, 2)
    assert.deepEqual(await ok('GET', `${url}/${plan.id}`), plan)
    assert.equal((await classic('GET', `${url}/${plan.id}`, undefined, theirs)).status, 404)
    const taken = await classic('POST', url, { attribute_display_name: 'P', attribute_key: 'plan', attribute_model: 1 })
    assert.equal(taken.status, 422)
    const empty = { attribute_display_name: 'Nota', attribute_key: 'nota', attribute_display_type: 0 }
    const made = await ok('POST', url, { ...empty, attribute_model: 1, attribute_values: [null] })
    assert.deepEqual(made.attribute_values, [])
    await ok('GET', `${url}/${made.id}`)
  })

  test('are changed by PUT or PATCH, in whole or in part; key, type and model stay', async () => {
    const url = '/custom_attribute_definitions'
    const made = await ok('POST', url, {
      attribute_display_name: 'Zona',
      attribute_key: 'zona',
      attribute_display_type: 'list',
      attribute_model: 1,
      attribute_values: ['norte'],
    })
    const path = `${url}/${made.id}`
    const changed = await ok('PATCH', path, { attribute_display_name: 'Sector', attribute_values: ['norte', 'sur'] })
    const { updated_at } = changed
    assert.deepEqual(changed, {
      ...made,
      attribute_display_name: 'Sector',
      attribute_values: ['norte', 'sur'],
      updated_at,
    })
    const whole = { ...changed, attribute_description: 'Dónde vive' }
    const put = await ok('PUT', path, { custom_attribute_definition: whole })
    assert.deepEqual(put, { ...whole, updated_at: put.updated_at })
    assert.equal((await ok('PATCH', path, { attribute_description: '' })).attribute_description, null)
    await ok('PATCH', path, { attribute_description: 'Dónde vive' })
    for (const fixed of [{ attribute_key: 'otra' }, { attribute_model: 0 }, { attribute_display_type: 1 }])
      assert.equal((await classic('PATCH', path, fixed)).status, 422, JSON.stringify(fixed))
    assert.equal((await classic('PATCH', path, { attribute_display_name: 'Suya' }, theirs)).status, 404)
    assert.equal((await ok('GET', path)).attribute_key, 'zona')
  })

  test('are deleted once, with status 204', async () => {
    const url = '/custom_attribute_definitions'
    const made = await ok('POST', url, { attribute_display_name: 'Ida', attribute_key: 'ida', attribute_model: 1 })
    const path = `${url}/${made.id}`
    assert.equal((await classic('DELETE', path, undefined, theirs)).status, 404)
    const gone = await classic('DELETE', path)
    assert.deepEqual([gone.status, gone.text], [204, ''])
    assert.equal((await classic('DELETE', path)).status, 404)
    assert.equal((await classic('GET', path)).status, 404)
    assert.equal((await classic('DELETE', `${url}/x`)).status, 404)
  })
})
