import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { CALLBACK, codeOf, openOAuthClient } from '#test/oauth.ts'
import { openServerWithUsers } from '#test/people.ts'
import { tool_names } from '#test/tool-names.ts'

const server = await openServerWithUsers({ HILO_KEY_LIMIT: '10000', HILO_ACCOUNT_LIMIT: '10000' })
const { url, sql, enter } = server
const assistant = openOAuthClient(server)
const ana = await enter('Ana Admin', 'administrator')

beforeEach(() => sql`delete from rate_windows`)

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url + path, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('An assistant finds its way', () => {
  test('from a refusal to the metadata of the resource and of the server that issues tokens', async () => {
    for (const path of ['/mcp', '/mcp/readonly', '/mcp/x/crm', '/mcp/x/crm/readonly']) {
      const response = await fetch(url + path, { method: 'POST' })
      assert.equal(response.status, 401)
      const metadata = `${url}/.well-known/oauth-protected-resource${path}`
      assert.equal(response.headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}"`)
      const resource = JSON.parse((await get(new URL(metadata).pathname)).text) as Record<string, unknown>
      assert.equal(resource.resource, url + path)
      assert.deepEqual(resource.authorization_servers, [`${url}/oauth`])
      assert.deepEqual(resource.scopes_supported, path.endsWith('readonly') ? ['read'] : ['read', 'write'])
    }
    for (const path of [
      '/.well-known/oauth-authorization-server/oauth',
      '/oauth/.well-known/oauth-authorization-server',
    ]) {
      const issuer = JSON.parse((await get(path)).text) as Record<string, unknown>
      assert.equal(issuer.issuer, `${url}/oauth`)
      assert.deepEqual(issuer.code_challenge_methods_supported, ['S256'])
      assert.equal(issuer.client_id_metadata_document_supported, true)
    }
  })

  test('but finds nothing for the address of keys, so that clients keep using their key', async () => {
    for (const path of [
      'oauth-protected-resource/api/mcp',
      'oauth-protected-resource/mcp/x/nothing',
      'oauth-authorization-server/api/mcp',
      'oauth-protected-resource',
      'oauth-authorization-server',
      'openid-configuration',
    ])
      assert.equal((await get(`/.well-known/${path}`)).status, 404, path)
    const response = await fetch(`${url}/api/mcp`, { method: 'POST' })
    assert.equal(response.headers.get('www-authenticate'), 'Bearer error="invalid_token"')
  })

  test('from its own pages, if they are known', async () => {
    const ask = (path: string, origin: string) =>
      fetch(url + path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })
    const known = await ask('/mcp', 'https://claude.ai')
    assert.equal(known.status, 204)
    assert.equal(known.headers.get('access-control-allow-origin'), 'https://claude.ai')
    assert.match(known.headers.get('access-control-allow-headers')!, /authorization.*mcp-protocol-version/)
    const foreign = await ask('/mcp', 'https://evil.example')
    assert.equal(foreign.headers.get('access-control-allow-origin'), null)
    const call = await fetch(`${url}/mcp`, { method: 'POST', headers: { origin: 'https://evil.example' } })
    assert.equal(call.status, 403)
    const refused = await fetch(`${url}/mcp`, { method: 'POST', headers: { origin: 'https://chatgpt.com' } })
    assert.equal(refused.status, 401)
    assert.match(refused.headers.get('access-control-expose-headers')!, /www-authenticate/)
    for (const path of ['/oauth/token', '/oauth/register', '/.well-known/oauth-protected-resource/mcp'])
      assert.equal((await ask(path, 'https://any.example')).headers.get('access-control-allow-origin'), '*', path)
  })

  test('to the page where the person decides', async () => {
    const { status, headers } = await get('/oauth/authorize?client_id=x&state=a%20b')
    assert.equal(status, 302)
    assert.equal(headers.get('location'), '/app/connect?client_id=x&state=a%20b')
  })
})

describe('A connected assistant', () => {
  test('acts for the person with the access they chose, until it is disconnected', async () => {
    const prepared = await assistant.prepare()
    const asked = await ana.do<{ name: string; host: string; offered: string[]; refuse_url: string }>(
      'get_assistant_request',
      prepared.request,
    )
    assert.deepEqual(
      [asked.body.name, asked.body.host, asked.body.offered],
      ['Claude', 'assistant.example', ['read', 'write']],
    )
    const refusal = new URL(asked.body.refuse_url)
    assert.equal(refusal.origin + refusal.pathname, CALLBACK)
    assert.deepEqual(
      ['error', 'state', 'iss'].map((name) => refusal.searchParams.get(name)),
      ['access_denied', 'estado 1', `${url}/oauth`],
    )
    const allowed = await assistant.allow(ana, prepared.request, 'write')
    const answer = new URL(allowed.body.redirect_to)
    assert.deepEqual([answer.searchParams.get('state'), answer.searchParams.get('iss')], ['estado 1', `${url}/oauth`])
    const exchanged = await assistant.exchange(codeOf(answer.href), prepared)
    assert.equal(exchanged.status, 200)
    assert.equal(exchanged.headers.get('cache-control'), 'no-store')
    const { access_token, refresh_token, scope } = exchanged.body
    assert.equal(scope, 'read write')
    assert.deepEqual(await assistant.list(access_token), tool_names)
    const made = await assistant.tool(access_token, 'create_label', { title: 'asistida' })
    assert.equal(made.isError, false)
    const [entry] = await sql`
      select actor ->> 'name' as name from audit_entries where action = 'create_label' order by id desc limit 1`
    assert.equal(entry?.name, 'Claude')

    const renewed = await assistant.refresh(refresh_token, prepared.request.client_id)
    assert.equal(renewed.status, 200)
    assert.equal((await assistant.rpc(renewed.body.access_token, 'tools/list')).status, 200)

    const { body } = await ana.do<{ items: { id: string; name: string; access: string; last_used_at: string }[] }>(
      'list_connected_assistants',
    )
    const [shown] = body.items
    assert.deepEqual([shown?.name, shown?.access], ['Claude', 'write'])
    assert.ok(shown?.last_used_at)
    const actions = await ana.do<{ items: { action: string }[] }>('list_assistant_actions', { assistant_id: shown!.id })
    assert.deepEqual(
      actions.body.items.map(({ action }) => action),
      ['create_label'],
    )
    assert.equal((await ana.do('disconnect_assistant', { assistant_id: shown!.id })).status, 200)
    assert.equal((await assistant.rpc(renewed.body.access_token, 'tools/list')).status, 401)
    assert.equal((await assistant.refresh(renewed.body.refresh_token, prepared.request.client_id)).status, 400)
    const left = await ana.do<{ items: unknown[] }>('list_connected_assistants')
    assert.deepEqual(left.body.items, [])
  })

  test('narrows itself by its address, and a token of a narrow address opens no wider one', async () => {
    const wide = await assistant.connect(ana, 'write')
    assert.ok(!(await assistant.list(wide.access_token, '/mcp/x/crm')).includes('search_contacts'))
    assert.ok(!(await assistant.list(wide.access_token, '/mcp/readonly')).includes('create_contact'))
    const narrow = await assistant.connect(ana, 'read', { resource: `${url}/mcp/x/crm` })
    assert.equal((await assistant.rpc(narrow.access_token, 'tools/list', {}, '/mcp/x/crm/readonly')).status, 200)
    for (const path of ['/mcp', '/mcp/readonly', '/mcp/x/contacts', '/mcp/x/crm_'])
      assert.equal((await assistant.rpc(narrow.access_token, 'tools/list', {}, path)).status, 401, path)
  })

  test('is no API key: it is not listed among them, and its tokens open no other door', async () => {
    const { access_token } = await assistant.connect(ana, 'write')
    const { body } = await ana.do<{ items: { name: string }[] }>('list_api_keys')
    assert.ok(!body.items.some(({ name }) => name === 'Claude'))
    for (const path of ['/api/mcp', '/api/v1/contacts', '/api/v1/me']) {
      const response = await fetch(url + path, {
        method: path === '/api/mcp' ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${access_token}` },
      })
      assert.equal(response.status, 401, path)
    }
    assert.equal((await assistant.rpc(server.key, 'tools/list')).status, 401, 'and a key does not open this one')
  })

  test('ends by RFC 7009: a refresh token with the whole connection, an access token alone', async () => {
    const made = await assistant.connect(ana)
    assert.equal((await assistant.post('/oauth/revoke', { token: made.access_token })).status, 200)
    assert.equal((await assistant.rpc(made.access_token, 'tools/list')).status, 401)
    const renewed = await assistant.refresh(made.refresh_token, made.client_id)
    assert.equal(renewed.status, 200)
    const { refresh_token, access_token } = renewed.body
    assert.equal((await assistant.post('/oauth/revoke', { token: refresh_token, client_id: 'other' })).status, 200)
    assert.equal((await assistant.rpc(access_token, 'tools/list')).status, 200, 'of another client it is ignored')
    const client_id = made.client_id
    assert.equal((await assistant.post('/oauth/revoke', { token: refresh_token, client_id })).status, 200)
    assert.equal((await assistant.rpc(access_token, 'tools/list')).status, 401)
  })

  test('is announced to its person by e-mail, and its tokens are stored as digests only', async () => {
    const luz = await enter('Luz')
    const { access_token, refresh_token } = await assistant.connect(luz)
    const [mail] = await sql`select subject from emails where to_address = ${luz.email} and kind = 'security'`
    assert.equal(mail?.subject, 'Claude está conectado a Prueba')
    const [row] = await sql<{ text: string }>`select string_agg(t::text, ' ') as text from oauth_tokens t`
    for (const secret of [access_token, refresh_token]) assert.ok(!row!.text.includes(secret.slice(4)))
  })
})
