import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { openOAuthClient } from '#test/oauth.ts'
import { openServerWithUsers } from '#test/people.ts'

const server = await openServerWithUsers({ HILO_KEY_LIMIT: '10000', HILO_ACCOUNT_LIMIT: '10000' })
const { url, sql, key, enter, rest, account_id, makeKey } = server
const assistant = openOAuthClient(server)
const ana = await enter('Ana Admin', 'administrator')

beforeEach(() => sql`delete from rate_windows`)

type Result = {
  prompts: { name: string; title: string; arguments?: { name: string; required: boolean }[] }[]
  messages: { content: { text: string } }[]
  resources: { uri: string; name: string; mimeType: string }[]
  resourceTemplates: { uriTemplate: string }[]
  contents: { uri: string; mimeType: string; text: string; _meta?: { ui: { csp: object } } }[]
}
type Answer = { result: Result; error?: { code: number; message: string; data?: { uri: string } } }

async function rpc(method: string, params: object = {}, path = '/api/mcp', as = key): Promise<Answer> {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Answer
}

const names = async (path?: string) => (await rpc('prompts/list', {}, path)).result.prompts.map(({ name }) => name)
const speak = (locale: string) => sql`update accounts set locale = ${locale} where id = ${account_id}`

describe('Prompts', () => {
  test('offer the five commonest jobs in the language of the workspace, on both doors', async () => {
    const jobs = ['daily_review', 'hot_leads', 'slow_answers', 'lost_deals', 'prepare_call']
    assert.deepEqual(await names(), jobs)
    const { access_token } = await assistant.connect(ana)
    const { result } = await rpc('prompts/list', {}, '/mcp', access_token)
    assert.deepEqual(
      result.prompts.map(({ name }) => name),
      jobs,
    )
    for (const [locale, title, word] of [
      ['es', 'Preparar una llamada', /Prepárame para llamar a este contacto: "Ana \\"la jefa\\" Ruiz"/],
      ['en', 'Prepare a call', /Prepare me for a call with this contact: "Ana \\"la jefa\\" Ruiz"/],
    ] as const) {
      await speak(locale)
      const { prompts } = (await rpc('prompts/list')).result
      assert.equal(prompts.at(-1)!.title, title)
      assert.deepEqual(
        prompts.at(-1)!.arguments?.map(({ name, required }) => [name, required]),
        [['contact', true]],
      )
      const given = { name: 'prepare_call', arguments: { contact: ' Ana "la jefa" Ruiz ' } }
      const { messages } = (await rpc('prompts/get', given)).result
      assert.match(messages[0]!.content.text, word)
      for (const name of jobs.slice(0, 4)) {
        const text = (await rpc('prompts/get', { name })).result.messages[0]!.content.text
        assert.doesNotMatch(text, /\{\w+\}/, name)
      }
    }
    await speak('es')
  })

  test('name only tools that exist, and are left out where the connection lacks one', async () => {
    const { tools } = (await rpc('tools/list')).result as unknown as { tools: { name: string }[] }
    const known = new Set(tools.map(({ name }) => name))
    for (const name of await names()) {
      const given = { name, arguments: { contact: 'Ana' } }
      const { text } = (await rpc('prompts/get', given)).result.messages[0]!.content
      const used = text.match(/\b(crm|get|list|search|analyze)_\w+/g) ?? []
      assert.ok(used.length >= 2, name)
      for (const tool of used) assert.ok(known.has(tool), tool)
    }
    assert.deepEqual(await names('/api/mcp/x/crm'), [])
    assert.equal((await names('/api/mcp/readonly')).length, 5)
    const { error } = await rpc('prompts/get', { name: 'daily_review' }, '/api/mcp/x/crm')
    assert.match(error!.message, /There is no prompt "daily_review"/)
  })

  test('refuse an unknown name and a missing argument in a sentence', async () => {
    const unknown = await rpc('prompts/get', { name: 'weekly' })
    assert.deepEqual([unknown.error!.code], [-32602])
    assert.match(unknown.error!.message, /There is no prompt "weekly"; choose among daily_review, /)
    const missing = await rpc('prompts/get', { name: 'prepare_call' })
    assert.match(missing.error!.message, /Give contact: /)
  })
})

describe('Records', async () => {
  const { body: contact } = await rest<{ id: string; url: string }>('POST', '/contacts', {
    key,
    body: { name: 'Ana Ruiz', email: 'ana@example.com' },
  })
  const { body: lead } = await rest<{ id: string; url: string }>('POST', '/leads', { key, body: { name: 'Casa' } })

  test('are read by their url, as the tool shows them', async () => {
    const { resourceTemplates } = (await rpc('resources/templates/list')).result
    assert.equal(resourceTemplates.length, 5)
    assert.equal(resourceTemplates[0]!.uriTemplate, `${url}/app/${account_id}/contacts/{contact_id}`)
    const { contents } = (await rpc('resources/read', { uri: contact.url })).result
    assert.deepEqual([contents[0]!.uri, contents[0]!.mimeType], [contact.url, 'application/json'])
    assert.equal((JSON.parse(contents[0]!.text) as { name: string }).name, 'Ana Ruiz')
    const { access_token } = await assistant.connect(ana)
    const theirs = await rpc('resources/read', { uri: lead.url }, '/mcp', access_token)
    assert.equal((JSON.parse(theirs.result.contents[0]!.text) as { id: string }).id, lead.id)
  })

  test('are not there for those who may not see or read them', async () => {
    const poor = await makeKey('custom', ['contacts:read'])
    const { result } = await rpc('resources/templates/list', {}, '/api/mcp', poor)
    assert.deepEqual(
      result.resourceTemplates.map(({ uriTemplate }) => uriTemplate.replace(/^.*\/(\w+)\/.*$/, '$1')),
      ['contacts'],
    )
    const beto = await enter('Beto')
    await sql`update memberships set visibility = 'own' where account_id = ${account_id} and user_id = ${beto.id}`
    const own = await makeKey('full', [], beto.id)
    const missing: [string, string, string][] = [
      [lead.url, '/api/mcp', poor],
      [lead.url, '/api/mcp', own],
      [lead.url, '/api/mcp/x/contacts', key],
      [`${url}/app/${Number(account_id) + 1}/contacts/${contact.id}`, '/api/mcp', key],
      [`${url}/app/${account_id}/contacts/999999`, '/api/mcp', key],
      [`${url}/app/${account_id}/settings/1`, '/api/mcp', key],
      [`https://evil.example/app/${account_id}/contacts/${contact.id}`, '/api/mcp', key],
      ['ui://hilo/nothing', '/api/mcp', key],
    ]
    for (const [uri, path, as] of missing) {
      const { error } = await rpc('resources/read', { uri }, path, as)
      assert.match(error?.message ?? '', /There is no such record or view/, `${uri} at ${path}`)
    }
  })
})

describe('Views', () => {
  test('are listed for the tools of the connection, and found from the tool', async () => {
    const { resources } = (await rpc('resources/list')).result
    assert.deepEqual(
      resources.map(({ uri, mimeType }) => [uri, mimeType]),
      ['board', 'report', 'card'].map((name) => [`ui://hilo/${name}`, 'text/html;profile=mcp-app']),
    )
    assert.deepEqual((await rpc('resources/list', {}, '/api/mcp/x/contacts')).result.resources, [])
    const { tools } = (await rpc('tools/list')).result as unknown as {
      tools: { name: string; _meta?: { ui: { resourceUri: string } } }[]
    }
    const used = new Set(tools.flatMap(({ _meta }) => _meta?.ui.resourceUri ?? []))
    assert.deepEqual(used, new Set(resources.map(({ uri }) => uri)))
  })

  test('are whole pages in the language of the workspace that load nothing and allow only their own script', async () => {
    for (const [locale, word] of [
      ['es', 'Abrir en Hilo'],
      ['en', 'Open in Hilo'],
    ] as const) {
      await speak(locale)
      for (const name of ['board', 'report', 'card']) {
        const { contents } = (await rpc('resources/read', { uri: `ui://hilo/${name}` })).result
        const { text, mimeType, _meta } = contents[0]!
        assert.equal(mimeType, 'text/html;profile=mcp-app')
        assert.match(text, new RegExp(`^<!doctype html>\n<html lang="${locale}">`))
        assert.ok(text.includes(word))
        assert.doesNotMatch(text, /(src|href)=|@import|url\(|innerHTML|eval\(|fetch\(/)
        const script = /<script>(.*)<\/script>/s.exec(text)![1]!
        const digest = createHash('sha256').update(script).digest('base64')
        assert.ok(text.includes(`default-src 'none'; script-src 'sha256-${digest}'; style-src 'sha256-`))
        assert.deepEqual(Object.values(_meta!.ui.csp), [[], [], [], []])
      }
    }
    await speak('es')
  })
})
