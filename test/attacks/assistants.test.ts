import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, describe, test } from 'node:test'
import { CALLBACK, codeOf, openOAuthClient } from '#test/oauth.ts'
import { PASSWORD } from '#test/node.ts'
import { openServerWithUsers } from '#test/people.ts'

/* Attacks on the connection of assistants (OAuth): by thieves of codes and tokens, by false clients, by false pages. */

const server = await openServerWithUsers({
  HILO_KEY_LIMIT: '10000',
  HILO_ACCOUNT_LIMIT: '10000',
  // Documents of clients are read here; everything else on this machine stays closed, by its port or its name.
  HILO_OUTBOUND_ALLOW: '127.0.0.1',
})
const { url, sql, enter, addAccount } = server
const assistant = openOAuthClient(server)
const ana = await enter('Ana Admin', 'administrator')

beforeEach(() => sql`delete from rate_windows`)

const opens = async (token: string) => (await assistant.rpc(token, 'tools/list')).status === 200

describe('A code', () => {
  test('that is presented twice ends the connection, and the audit log names the client', async () => {
    const prepared = await assistant.prepare()
    const code = codeOf((await assistant.allow(ana, prepared.request)).body.redirect_to)
    const { body } = await assistant.exchange(code, prepared)
    assert.ok(await opens(body.access_token))
    const again = await assistant.exchange(code, prepared)
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
    assert.ok(!(await opens(body.access_token)))
    assert.equal((await assistant.refresh(body.refresh_token, prepared.request.client_id)).status, 400)
    const [entry] = await sql`
      select action, actor ->> 'name' as name from audit_entries where action like '%reused' order by id desc limit 1`
    assert.deepEqual(entry, { action: 'authorization_code_reused', name: 'Claude' })
  })

  test('is worth nothing without its verifier, to another client, for another address or another resource', async () => {
    const other = await assistant.register()
    for (const wrong of [
      { code_verifier: 'x'.repeat(43) },
      { client_id: other.body.client_id },
      { redirect_uri: `${CALLBACK}/other` },
      { resource: `${url}/mcp/readonly` },
    ]) {
      const prepared = await assistant.prepare()
      const code = codeOf((await assistant.allow(ana, prepared.request)).body.redirect_to)
      const stolen = await assistant.exchange(code, prepared, wrong)
      assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant'], JSON.stringify(wrong))
      assert.equal((await assistant.exchange(code, prepared)).status, 400, 'and is spent')
    }
  })

  test('ends after two minutes', async () => {
    const prepared = await assistant.prepare()
    const code = codeOf((await assistant.allow(ana, prepared.request)).body.redirect_to)
    await sql`update oauth_tokens set expires_at = now() - interval '1 second' where kind = 'code'`
    assert.equal((await assistant.exchange(code, prepared)).status, 400)
  })

  test('is exchanged once, even when presented several times at the same moment', async () => {
    const prepared = await assistant.prepare()
    const code = codeOf((await assistant.allow(ana, prepared.request)).body.redirect_to)
    const answers = await Promise.all(Array.from({ length: 5 }, () => assistant.exchange(code, prepared)))
    const good = answers.filter(({ status }) => status === 200)
    assert.equal(good.length, 1)
    assert.ok(!(await opens(good[0]!.body.access_token)))
  })
})

describe('A request', () => {
  test('without PKCE by S256, or for another resource, is answered to the client as an error, and allows nothing', async () => {
    for (const [wrong, error] of [
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ resource: `${url}/api/mcp` }, 'invalid_target'],
    ] as const) {
      const { request } = await assistant.prepare(wrong)
      const { body } = await ana.do<{ offered: string[]; refuse_url: string }>('get_assistant_request', request)
      assert.deepEqual(body.offered, [])
      assert.equal(new URL(body.refuse_url).searchParams.get('error'), error)
      assert.equal((await assistant.allow(ana, request)).status, 422)
    }
  })

  test('sends nobody to an address that its client did not register', async () => {
    const { request } = await assistant.prepare()
    for (const redirect_uri of [
      'https://evil.example/callback',
      `${CALLBACK}/`,
      `${CALLBACK}?x=1`,
      'https://assistant.example.evil.example/callback',
      'https://assistant.example@evil.example/callback',
      'http://assistant.example/callback',
      'javascript:alert(1)',
      '//evil.example',
      '/app',
    ]) {
      const asked = await ana.do('get_assistant_request', { ...request, redirect_uri })
      assert.equal(asked.status, 422, redirect_uri)
      assert.ok(!asked.text.includes('evil.example'))
      assert.equal((await assistant.allow(ana, { ...request, redirect_uri })).status, 422, redirect_uri)
    }
    assert.equal((await ana.do('get_assistant_request', { ...request, client_id: 'hilc_nobody' })).status, 404)
  })

  test('returns to a program on the person’s machine at any port, and to nothing else there', async () => {
    const { body } = await assistant.register({ redirect_uris: ['http://127.0.0.1/callback'] })
    const { request } = await assistant.prepare({ client_id: body.client_id })
    const ask = (redirect_uri: string) => ana.do('get_assistant_request', { ...request, redirect_uri })
    assert.equal((await ask('http://127.0.0.1:53682/callback')).status, 200)
    for (const other of [
      'http://127.0.0.1:53682/other',
      'http://localhost:53682/callback',
      'https://127.0.0.1/callback',
    ])
      assert.equal((await ask(other)).status, 422, other)
  })

  test('is allowed from our own pages only, by a person who is signed in', async () => {
    const { request } = await assistant.prepare()
    const input = { ...request, access: 'read' }
    const from = (headers: string[], cookie = ana.cookie) =>
      server.send('POST', '/api/app/connect_assistant', input, {
        cookie,
        headers: ['x-account-id', server.account_id, ...headers],
      })
    assert.equal((await from(['sec-fetch-site', 'cross-site'])).status, 403)
    assert.equal((await from(['origin', 'https://evil.example'])).status, 403)
    assert.equal((await from([], 'sid=x')).status, 401)
    const key = await server.rest('POST', '/me/assistants', { key: server.key, body: input })
    assert.equal(key.status, 404, 'a key cannot give away its person’s rights')
    const other = await addAccount()
    const foreign = await server.app('connect_assistant', ana.cookie, input, other.account_id)
    assert.equal(foreign.status, 404, 'nor a person those of another workspace')
  })
})

describe('A refresh token', () => {
  test('that is used again ends the connection for its thief and its owner', async () => {
    const { refresh_token, client_id } = await assistant.connect(ana)
    const { body } = await assistant.refresh(refresh_token, client_id)
    assert.ok(await opens(body.access_token))
    const again = await assistant.refresh(refresh_token, client_id)
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
    assert.ok(!(await opens(body.access_token)))
    assert.equal((await assistant.refresh(body.refresh_token, client_id)).status, 400)
    const [entry] = await sql`
      select action, actor ->> 'name' as name from audit_entries where action like '%reused' order by id desc limit 1`
    assert.deepEqual(entry, { action: 'refresh_token_reused', name: 'Claude' })
  })

  test('is of no use to another client, for another resource, or as an access token', async () => {
    const { refresh_token, access_token, client_id } = await assistant.connect(ana)
    const other = await assistant.register()
    assert.equal((await assistant.refresh(refresh_token, other.body.client_id)).status, 400)
    assert.equal((await assistant.refresh(refresh_token, client_id, { resource: `${url}/mcp/readonly` })).status, 400)
    assert.equal((await assistant.refresh(access_token, client_id)).status, 400)
    assert.ok(!(await opens(refresh_token)))
    assert.equal((await assistant.refresh(refresh_token, client_id)).status, 200, 'its own client still uses it')
  })
})

describe('The rights of an assistant', () => {
  test('are to read only, when the person chose that or the assistant asked for no more', async () => {
    const { access_token } = await assistant.connect(ana)
    const refused = await assistant.tool(access_token, 'create_label', { title: 'no' })
    assert.deepEqual([refused.isError, refused.content.code], [true, 'permission_denied'])
    assert.ok(!(await assistant.list(access_token)).includes('create_label'))
    const { request } = await assistant.prepare({ scope: 'read' })
    assert.equal((await assistant.allow(ana, request, 'write')).status, 422)
    const readonly = await assistant.prepare({ resource: `${url}/mcp/readonly` })
    assert.equal((await assistant.allow(ana, readonly.request, 'write')).status, 422)
  })

  test('follow those of the person: a lower role takes them away at once', async () => {
    const luz = await enter('Luz', 'administrator')
    const { access_token } = await assistant.connect(luz, 'write')
    assert.equal((await assistant.tool(access_token, 'create_label', { title: 'una' })).isError, false)
    await sql`update memberships set role = 'agent', visibility = 'own' where user_id = ${luz.id}`
    const refused = await assistant.tool(access_token, 'create_label', { title: 'dos' })
    assert.equal(refused.content.code, 'permission_denied')
    await ana.do('create_contact', { name: 'Otra', email: 'otra@example.com' })
    const { content } = await assistant.tool(access_token, 'list_conversations')
    assert.deepEqual(content.items, [])
  })

  test('end with the person’s membership, account, password and first second factor', async () => {
    const ends = {
      membership: (id: string) => ana.do('deactivate_member', { member_id: id, leave: true }),
      account: (id: string) => sql`update users set disabled_at = now() - interval '1 second' where id = ${id}`,
    }
    for (const [name, end] of Object.entries(ends)) {
      const sol = await enter('Sol')
      const { access_token, refresh_token, client_id } = await assistant.connect(sol)
      assert.ok(await opens(access_token))
      await end(sol.id)
      assert.ok(!(await opens(access_token)), name)
      if (name === 'membership') assert.equal((await assistant.refresh(refresh_token, client_id)).status, 400)
    }
    const luz = await enter('Luz')
    const first = await assistant.connect(luz)
    const password = 'otra clave bien larga'
    assert.equal((await luz.do('change_password', { current_password: PASSWORD, password })).status, 200)
    assert.ok(!(await opens(first.access_token)))
    assert.equal((await assistant.refresh(first.refresh_token, first.client_id)).status, 400)
    const mar = await enter('Mar')
    const second = await assistant.connect(mar)
    await server.protect(mar)
    assert.ok(!(await opens(second.access_token)))
  })

  test('reach the chosen workspace alone, and only its person and administrators see and end it', async () => {
    const other = await addAccount()
    const eva = await enter('Eva', 'administrator', other.account_id)
    const { access_token } = await assistant.connect(eva, 'write')
    const { body } = await ana.do<{ id: string }>('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
    assert.equal((await assistant.tool(access_token, 'get_contact', { contact_id: body.id })).content.code, 'not_found')
    const mine = await eva.do<{ items: { id: string }[] }>('list_connected_assistants')
    const assistant_id = mine.body.items[0]!.id
    for (const person of [ana, await enter('Leo')])
      for (const operation of ['disconnect_assistant', 'list_assistant_actions'])
        assert.equal((await person.do(operation, { assistant_id })).status, 404)
    const leo = await enter('Leo')
    assert.equal((await leo.do('list_connected_assistants', { everyone: true })).status, 403)
    const luz = await enter('Luz')
    await assistant.connect(luz)
    const all = await ana.do<{ items: { id: string; person: { id: string } }[] }>('list_connected_assistants', {
      everyone: true,
    })
    const hers = all.body.items.find(({ person }) => person.id === luz.id)!
    assert.ok(!all.body.items.some(({ person }) => person.id === eva.id))
    assert.equal((await leo.do('disconnect_assistant', { assistant_id: hers.id })).status, 404)
    assert.equal((await ana.do('disconnect_assistant', { assistant_id: hers.id })).status, 200)
  })
})

describe('A registration', () => {
  test('is refused with addresses that a browser would run, read or leave unencrypted', async () => {
    for (const uri of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://assistant.example/callback',
      'https://user:pass@assistant.example/callback',
      'https://assistant.example/callback#x',
      'callback',
    ]) {
      const { status, body } = await assistant.register({ redirect_uris: [uri] })
      assert.deepEqual([status, body.error], [400, 'invalid_redirect_uri'], uri)
    }
    assert.equal((await assistant.register({ redirect_uris: [] })).status, 400)
    assert.equal(
      (await assistant.register({ redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'] })).status,
      201,
    )
  })

  test('shows its name as one short line', async () => {
    const { body } = await assistant.register({ client_name: `Cla\u202eude\n${'x'.repeat(200)}` })
    assert.match(body.client_name, /^Claudex{74}$/)
  })

  test('is limited for an address, and forgotten after a day without use', async () => {
    let status = 201
    for (let i = 0; i < 60 && status === 201; i++) status = (await assistant.register()).status
    assert.equal(status, 429)
    const rows = await sql<{ hours: number }>`
      select distinct ceil(extract(epoch from expires_at - now()) / 3600)::int as hours from oauth_clients
       where expires_at < now() + interval '2 days'`
    assert.deepEqual(rows, [{ hours: 24 }])
  })
})

describe('The document of a client', async () => {
  const calls: string[] = []
  const documents = new Map<string, { status?: number; type?: string; location?: string; body: unknown }>()
  const site = createServer((request, response) => {
    calls.push(request.url!)
    const {
      status = 200,
      type = 'application/json',
      location,
      body,
    } = documents.get(request.url!) ?? { status: 404, body: '' }
    response.writeHead(status, { 'content-type': type, ...(location && { location }) })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  after(() => site.close())
  const base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const ask = async (client_id: string) => {
    const { request } = await assistant.prepare({ client_id })
    return ana.do<{ name: string; host: string }>('get_assistant_request', request)
  }

  test('stands for a registration, and is read once', async () => {
    const client_id = `${base}/client.json`
    documents.set('/client.json', { body: { client_id, client_name: 'ChatGPT', redirect_uris: [CALLBACK] } })
    const { body } = await ask(client_id)
    assert.deepEqual([body.name, body.host], ['ChatGPT', new URL(base).host])
    const made = await assistant.connect(ana, 'read', { client_id })
    assert.ok(await opens(made.access_token))
    assert.deepEqual(calls, ['/client.json'])
  })

  test('that describes another client, is no JSON, too large or elsewhere is refused', async () => {
    const of = (path: string, more: object = {}) => ({ client_id: base + path, redirect_uris: [CALLBACK], ...more })
    documents.set('/other.json', { body: of('/client.json') })
    documents.set('/page.json', { type: 'text/html', body: of('/page.json') })
    documents.set('/broken.json', { body: '{' })
    documents.set('/large.json', { body: of('/large.json', { client_name: 'x'.repeat(100_000) }) })
    documents.set('/moved.json', { status: 302, location: '/client.json', body: '' })
    documents.set('/secret.json', { body: of('/secret.json', { client_secret: 'x' }) })
    documents.set('/script.json', { body: of('/script.json', { redirect_uris: ['javascript:alert(1)'] }) })
    for (const path of [...documents.keys(), '/missing.json'].filter((each) => each !== '/client.json'))
      assert.equal((await ask(base + path)).status, 422, path)
  })

  test('is not read from private networks, other services or for strangers', async () => {
    for (const client_id of [
      'https://localhost/client.json',
      'https://10.0.0.1/client.json',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/client.json',
      'http://127.0.0.1:5432/client.json',
      'https://metadata.google.internal/computeMetadata/v1',
    ]) {
      const { status, text } = await ask(client_id)
      assert.equal(status, 422, client_id)
      assert.ok(!text.includes('HILO_OUTBOUND'), text)
    }
    calls.length = 0
    const query = new URLSearchParams({ client_id: `${base}/stranger.json`, redirect_uri: CALLBACK })
    await fetch(`${url}/oauth/authorize?${query.toString()}`, { redirect: 'manual' })
    await assistant.refresh('hrt_x', `${base}/stranger.json`)
    assert.deepEqual(calls, [])
  })

  test('is read for one person thirty times an hour', async () => {
    let status = 0
    for (let i = 0; i < 60 && status !== 429; i++) status = (await ask(`${base}/many-${i}.json`)).status
    assert.equal(status, 429)
  })
})
