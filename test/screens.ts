import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Sql } from '#db/sql.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import { createDemo, type Demo } from '#server/demo/workspace.ts'
import { readConfig } from '#server/boot/config.ts'
import { startNode } from '#server/boot/main.ts'
import { freePort } from '#test/address.ts'

export type Screen = {
  name: string
  path: string
  /** Beside the workspace: `public` is shown without a session, `site` is not a part of the app. */
  place?: 'public' | 'personal' | 'site'
  /** The parts in which to look for accessibility violations, where a page repeats the same ones. */
  parts?: string[]
}

/** Every screen of the web app, with the data of the demo workspace. A new screen adds its line here. */
export async function screensOf(sql: Sql, { account_id }: Demo): Promise<Screen[]> {
  const [ids] = await sql<Record<string, string>>`
    select (select c.id from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
             where c.account_id = a.id and c.status = 'open' group by c.id order by count(*) desc, c.id limit 1) as conversation,
           (select min(id) from contacts where account_id = a.id) as contact,
           (select min(id) from leads where account_id = a.id and status = 'new') as lead,
           (select min(id) from opportunities where account_id = a.id and status = 'open') as opportunity,
           (select min(id) from properties where account_id = a.id) as property,
           (select min(id) from inboxes where account_id = a.id and channel = 'web_widget') as inbox,
           (select min(id) from inboxes where account_id = a.id and channel = 'whatsapp') as whatsapp,
           (select min(id) from pipelines where account_id = a.id) as pipeline,
           (select min(id) from lead_forms where account_id = a.id) as form,
           (select min(client_id) from oauth_clients) as client,
           (select min(id) from automation_rules where account_id = a.id) as rule,
           (select min(id) from knowledge_documents where account_id = a.id) as document,
           (select min(id) from campaigns where account_id = a.id) as campaign,
           (select min(id) from webhooks where account_id = a.id) as webhook
      from accounts a where a.id = ${account_id}`
  const one = (name: string, folder: string) => (ids?.[name] ? [{ name, path: `${folder}/${ids[name]}` }] : [])
  const tabsOf = (name: string, folder: string, tabs: readonly string[], prefix = name) =>
    one(name, folder).flatMap(({ path }) =>
      tabs.map((tab) => ({ name: `settings-${prefix}-${tab}`, path: `${path}?tab=${tab}` })),
    )
  return [
    { name: 'sign-in', path: 'sign-in', place: 'public' },
    { name: 'forgot', path: 'forgot', place: 'public' },
    { name: 'reset', path: 'reset?token=any', place: 'public' },
    { name: 'reset-without-link', path: 'reset', place: 'public' },
    { name: 'invitation', path: `invitation?token=${INVITATION}`, place: 'public' },
    { name: 'connect', path: `connect?${requestOf(ids!['client']!)}`, place: 'personal' },
    { name: 'connect-incomplete', path: 'connect', place: 'personal' },
    { name: 'reference', path: 'docs', place: 'site', parts: ['nav', 'main > section:first-child', '#create_contact'] },
    { name: 'not-found', path: 'elsewhere' },
    { name: 'inbox', path: 'conversations' },
    ...one('conversation', 'conversations'),
    { name: 'contacts', path: 'contacts' },
    ...one('contact', 'contacts'),
    { name: 'duplicates', path: 'contacts/duplicates' },
    { name: 'board', path: 'pipeline' },
    { name: 'list', path: 'pipeline?view=list' },
    ...one('lead', 'leads'),
    ...one('opportunity', 'opportunities'),
    { name: 'agenda', path: 'agenda' },
    { name: 'agenda-week', path: 'agenda?view=week' },
    { name: 'agenda-month', path: 'agenda?view=month' },
    { name: 'agenda-done', path: 'agenda?state=done' },
    { name: 'test-drives', path: 'agenda?tab=test-drives' },
    { name: 'properties', path: 'properties' },
    ...one('property', 'properties'),
    ...reports.map((report) => ({ name: `report-${report}`, path: `reports/${report}` })),
    ...figureLists.map((list) => ({ name: `report-list-${list}`, path: `reports/lists/${list}` })),
    { name: 'settings', path: 'settings' },
    ...settings.map((section) => ({ name: `settings-${section}`, path: `settings/${section}` })),
    ...one('inbox', 'settings/inboxes').map((screen) => ({ ...screen, name: 'settings-inbox' })),
    ...tabsOf('inbox', 'settings/inboxes', ['widget', 'install', 'people', 'hours', 'sla', 'csat']),
    ...tabsOf('whatsapp', 'settings/inboxes', ['connection', 'templates', 'events']),
    ...one('whatsapp', 'settings/inboxes').map(({ path }) => ({ name: 'settings-template', path: `${path}/template` })),
    ...['whatsapp', 'email'].map((channel) => ({
      name: `settings-connect-${channel}`,
      path: `settings/inboxes/connect?channel=${channel}`,
    })),
    ...one('pipeline', 'settings/pipelines').map((screen) => ({ ...screen, name: 'settings-pipeline' })),
    ...one('form', 'settings/lead-forms').map((screen) => ({ ...screen, name: 'settings-lead-form' })),
    ...['collections', 'search'].map((tab) => ({
      name: `settings-knowledge-${tab}`,
      path: `settings/knowledge?tab=${tab}`,
    })),
    ...one('rule', 'settings/automations').map((screen) => ({ ...screen, name: 'settings-automation' })),
    ...tabsOf('rule', 'settings/automations', ['test', 'log'], 'automation'),
    ...one('document', 'settings/knowledge').map((screen) => ({ ...screen, name: 'settings-document' })),
    ...one('campaign', 'settings/campaigns').map((screen) => ({ ...screen, name: 'settings-campaign' })),
    ...one('webhook', 'settings/webhooks').map((screen) => ({ ...screen, name: 'settings-webhook' })),
  ]
}

const figureLists = ['messages', 'assignments', 'sla_breaches', 'csat_responses']

const reports = [
  'overview',
  'conversations',
  'agents',
  'agent-response-times',
  'sla-breaches',
  'satisfaction',
  'crm',
  'funnel',
  'conversion',
  'agent-performance',
  'lost-reasons',
  'lead-response-times',
]

const settings = [
  'profile',
  'notifications',
  'report-schedules',
  'workspace',
  'people',
  'teams',
  'plan',
  'inboxes',
  'labels',
  'canned-responses',
  'macros',
  'automations',
  'campaigns',
  'pipelines',
  'lost-reasons',
  'activity-types',
  'lead-forms',
  'attributes',
  'knowledge',
  'assistant',
  'assistants',
  'bots',
  'webhooks',
  'api-keys',
  'classic-token',
  'outbox',
  'audit',
]

/** A separate server with the demo workspace. */
export async function openDemo(env: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-demo-'))
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    HILO_DATA: folder,
    HILO_DEMO: '0',
    LOG_LEVEL: 'silent',
    ...env,
  })
  let demo: Demo | undefined
  const node = await startNode(config, async (runtime, files) => {
    demo = await createDemo(runtime, files)
    // One of the screens is for the administrator of the installation, whom the demo does not have.
    await runtime.database.sql`update users set super_administrator = true where email = ${demo.email}`
  })
  await furnish(config.base_url, demo!, node.runtime.database.sql)
  const close = async () => {
    await node.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { node, url: config.base_url, demo: demo!, sql: node.runtime.database.sql, close }
}

/** The token of an invitation. */
const INVITATION = 'screens'

/** Adds records that only some screens show: an invitation, a lead form and an assistant that wants to connect. */
async function furnish(url: string, { account_id, key }: Demo, sql: Sql) {
  const post = async (path: string, body: object, authorization?: string) => {
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  }
  await post('/api/v1/invitations', { email: 'camila@hilo.example', name: 'Camila', role: 'agent' }, `Bearer ${key}`)
  await sql`update invitations set token_hash = ${digest(INVITATION)} where account_id = ${account_id}`
  await post('/api/v1/lead-forms', { name: 'Contacto' }, `Bearer ${key}`)
  await post('/oauth/register', { client_name: 'Claude', redirect_uris: [CALLBACK] })
}

const CALLBACK = 'http://localhost:9/callback'

/** The request of an assistant, as OAuth writes it. */
const requestOf = (client_id: string) =>
  new URLSearchParams({
    client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString()

type Look = BrowserContextOptions & { language: 'es' | 'en' }

/** A page of a user who is signed in to the demo workspace. */
export async function signedInPage(browser: Browser, url: string, demo: Demo, look: Look): Promise<Page> {
  const { language, ...options } = look
  const context = await browser.newContext({
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    timezoneId: 'America/Bogota',
    ...options,
  })
  context.setDefaultTimeout(60_000)
  await context.addInitScript(`localStorage.setItem('hilo.language', '${language}')`)
  const { email, password } = demo
  await context.request.post(`${url}/api/session`, { data: { email, password } })
  return context.newPage()
}

/** Opens a screen by its address and waits until it is complete. */
export async function openScreen(page: Page, url: string, { account_id }: Demo, { path, place }: Screen) {
  if (place === 'public') await page.context().clearCookies()
  const folder = place === 'site' ? '' : place ? 'app/' : `app/${account_id}/`
  await page.goto(`${url}/${folder}${path}`)
  await isComplete(page)
}

/** Goes to a screen from another one, as a link does: a third of the time of loading the app again. */
export async function goToScreen(page: Page, { account_id }: Demo, { path }: Screen) {
  const href = `/app/${account_id}/${path}`
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: '${href}' })`)
  await page.waitForFunction(
    `__TSR_ROUTER__.state.status === 'idle' && (location.pathname + location.search).startsWith('${href}')`,
  )
  await isComplete(page)
}

async function isComplete(page: Page) {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page
    .locator('[role="status"][aria-label="Cargando…"], [role="status"][aria-label="Loading…"], [aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached' })
  await page.waitForFunction('document.fonts.status === "loaded"')
}
