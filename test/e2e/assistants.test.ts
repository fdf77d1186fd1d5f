import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Page } from 'playwright-core'
import { codeAt, stepOf } from '#domains/access/sign-in/totp.ts'
import { openApp, locales, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { PASSWORD } from '#test/node.ts'
import { fromBase32 } from '#test/people.ts'
import { sample } from '#test/runs.ts'
import { tool_names } from '#test/tool-names.ts'
import { connectEn } from '#web/screens/sign-in/connect/words.en.ts'
import { connectEs } from '#web/screens/sign-in/connect/words.es.ts'

const app = await openApp({})
const { url, sql, account_id, makeUser, visit, enter, rest, resetRateLimits } = app
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

for (const [language, consent, options] of sample([
  ['es', connectEs, {}],
  ['en', connectEn, { ...phone, colorScheme: 'dark' }],
] as const)) {
  const { words, settings } = locales[language]

  test(`A person connects an assistant, which works until it is disconnected (${language})`, async () => {
    const me = await makeUser('administrator')
    const secret = await protect(me.email)
    const { provider, callback, tokens } = await openProgram('Claude')
    const connect = async (authProvider = provider) => {
      const client = new Client({ name: 'prueba', version: '1' })
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider })
      return { client, transport, done: client.connect(transport) }
    }

    // Registration, and the address to open, are the work of the client's own library.
    const first = await connect()
    await assert.rejects(first.done, /Unauthorized/)
    const page = await visit(provider.opened!.href.slice(url.length), { language, ...options })

    // The person is signed out: they sign in with both factors and come back.
    await resetRateLimits()
    await page.getByLabel(words.signIn.email).fill(me.email)
    await page.getByLabel(words.signIn.password, { exact: true }).fill(PASSWORD)
    await button(page, words.signIn.submit).click()
    await sql`update users set totp_step = null where id = ${me.id}`
    await page.getByLabel(words.signIn.code).fill(codeAt(secret, stepOf(new Date())))
    await button(page, words.signIn.verify).click()
    await page.getByRole('heading', { name: consent.title('Claude') }).waitFor()
    await page.getByText(consent.local).waitFor()
    assert.equal(await page.getByRole('radio', { name: consent.choices.read.label }).isChecked(), true)
    assert.deepEqual(await axeViolations(page), [], 'the consent')
    assert.equal(await overflow(page), 0)
    await page.getByRole('radio', { name: consent.choices.write.label }).click()
    await button(page, consent.allow).click()
    const answer = await callback()
    assert.equal(answer.searchParams.get('iss'), `${url}/oauth`)
    assert.equal(answer.searchParams.get('state'), 'estado-1')
    await first.transport.finishAuth(answer.searchParams.get('code')!)

    const { client, done } = await connect()
    await done
    assert.equal((await client.listTools()).tools.length, tool_names.length)
    const made = await client.callTool({ name: 'create_label', arguments: { title: `asistida ${language}` } })
    assert.notEqual(made.isError, true)

    // When its access token ends, the client renews it by itself.
    const before = tokens()
    await sql`update oauth_tokens set expires_at = now() - interval '1 second' where kind = 'access'`
    assert.equal((await client.listTools()).tools.length, tool_names.length)
    assert.notEqual(tokens()?.refresh_token, before?.refresh_token)

    const own = await open(page, 'settings/assistants')
    await own.getByText('Claude', { exact: true }).last().waitFor()
    assert.deepEqual(await axeViolations(own), [], 'the settings')
    await button(own, settings.assistants.actionsLabel('Claude')).click()
    await own.getByText(settings.audit.actions.create_label!).waitFor()
    assert.deepEqual(await axeViolations(own), [], 'the actions')
    await button(own, words.common.close).click()
    await own.getByRole('dialog').waitFor({ state: 'detached' })
    await button(own, settings.assistants.disconnectLabel('Claude')).click()
    await own
      .getByRole('alertdialog')
      .or(own.getByRole('dialog'))
      .getByRole('button', { name: settings.assistants.disconnect })
      .click()
    await own.getByText(settings.assistants.empty).waitFor()
    await assert.rejects(client.listTools())
    assert.deepEqual(page.faults, [])
  })

  test(`A person refuses an assistant, and one that lies about its address learns nothing (${language})`, async () => {
    const me = await makeUser('agent')
    const { headers } = await fetch(`${url}/app/connect`)
    assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/, 'no page can hide the buttons')
    const { provider, callback } = await openProgram('Otra')
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: provider })
    await assert.rejects(new Client({ name: 'prueba', version: '1' }).connect(transport), /Unauthorized/)
    const page = await enter(me, 'contacts', { language, ...options })
    const address = new URL(provider.opened!.href)
    address.searchParams.set('redirect_uri', 'https://evil.example/callback')
    await page.goto(address.href)
    await page.getByText(consent.wrongReturn).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the refusal')
    await page.goto(provider.opened!.href)
    await button(page, consent.refuse).click()
    assert.equal((await callback()).searchParams.get('error'), 'access_denied')
  })
}

/** The same page at another place of the workspace. */
async function open(page: Page, place: string): Promise<Page> {
  await page.goto(`${url}/app/${account_id}/${place}`)
  return page
}

/** Turns on the second factor of this person. */
async function protect(email: string): Promise<Buffer> {
  await resetRateLimits()
  const signedIn = await rest('POST', '/api/session', { body: { email, password: PASSWORD } })
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const call = <T>(name: string, body: object) =>
    rest<T>('POST', `/api/app/${name}`, { body, headers: { cookie, 'x-account-id': account_id } })
  const { body } = await call<{ secret: string }>('begin_two_factor', { password: PASSWORD })
  const secret = fromBase32(body.secret)
  await call('enable_two_factor', { code: codeAt(secret, stepOf(new Date())) })
  return secret
}

/** A program on the person's machine, as the MCP SDK makes one: it keeps its tokens and waits for the browser. */
async function openProgram(client_name: string) {
  const answers: URL[] = []
  const site = createServer((request, response) => {
    answers.push(new URL(request.url!, 'http://127.0.0.1'))
    response.end('OK')
    site.emit('answer')
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  after(() => site.close())
  const redirectUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/callback`
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string } = {}
  const provider: OAuthClientProvider & { opened?: URL } = {
    redirectUrl,
    clientMetadata: { client_name, redirect_uris: [redirectUrl] },
    state: () => 'estado-1',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (opened) => void (provider.opened = opened),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier!,
  }
  const callback = async () => {
    while (!answers.some(({ pathname }) => pathname === '/callback')) await once(site, 'answer')
    return answers.find(({ pathname }) => pathname === '/callback')!
  }
  return { provider, callback, tokens: () => kept.tokens }
}
