import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { createDemo } from '#server/demo/workspace.ts'
import { readConfig } from '#server/config.ts'
import { startNode } from '#server/main.ts'
import { actAs } from '#kernel/act.ts'
import { invoke } from '#kernel/invoke.ts'
import { registry } from '#registry'
import { es, esBubble } from '#widget/locales/es.ts'
import { freePort } from '#test/address.ts'
import { browserFlags, browserPath, ensureBrowser } from './browser.ts'

/** `node bin/run.mjs test/pictures.ts`: the pictures of the documents, from the demo workspace. */
await ensureBrowser()
await mkdir('docs/pictures', { recursive: true })
const folder = await mkdtemp(join(tmpdir(), 'hilo-pictures-'))
const port = await freePort()
const config = readConfig({ PORT: String(port), HOST: '127.0.0.1', HILO_DATA: folder, LOG_LEVEL: 'silent' })
let demo: Awaited<ReturnType<typeof createDemo>> | undefined
const node = await startNode(config, async (runtime) => {
  demo = await createDemo(runtime)
})
const browser = await chromium.launch({ executablePath: browserPath()!, args: browserFlags })

for (const [name, path, options] of [
  ['contacts', 'contacts', { width: 1440, height: 900, colorScheme: 'light', language: 'es' }],
  ['contact', 'contacts/3', { width: 1440, height: 900, colorScheme: 'dark', language: 'en' }],
  ['phone', 'contacts', { width: 390, height: 844, colorScheme: 'light', language: 'es' }],
] as const) {
  const { width, height, colorScheme, language } = options
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, deviceScaleFactor: 1 })
  await context.addInitScript(`localStorage.setItem('hilo.language', '${language}')`)
  const page = await context.newPage()
  await page.goto(`${config.base_url}/app`)
  const { email, password } = demo!
  await page.evaluate(
    `fetch('/api/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '${JSON.stringify({ email, password })}' })`,
  )
  await page.goto(`${config.base_url}/app/${demo!.account_id}/${path}`, { waitUntil: 'networkidle' })
  await page.screenshot({ path: `docs/pictures/${name}.png` })
  await context.close()
}

// A visitor of the sample site, and an agent who answers.
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'es-CO' })
const page = await context.newPage()
await page.goto(`${config.base_url}/demo?lang=es`, { waitUntil: 'networkidle' })
await page.getByRole('button', { name: esBubble.open }).click()
const panel = page.frameLocator('iframe')
await panel.getByRole('textbox', { name: es.preChat.name }).fill('Marcela Ordóñez')
await panel.getByRole('textbox', { name: es.preChat.email }).fill('marcela.ordonez@example.com')
await panel.getByRole('button', { name: es.preChat.start }).click()
await panel.getByRole('textbox', { name: es.message }).fill('Hola, ¿la ruana de rayas viene en talla L?')
await panel.getByRole('textbox', { name: es.message }).press('Enter')
await panel.getByText(es.statuses.sent).waitFor()
const { sql } = node.runtime.database
const [chat] = await sql<{ id: string }>`select id from conversations order by id desc limit 1`
const [agent] = await sql<{ id: string; name: string }>`select id, name from users where email = ${demo!.email}`
const actor = await actAs(sql, demo!.account_id, { type: 'user', ...agent! })
const answer = {
  conversation_id: chat!.id,
  content: '¡Hola, Marcela! Sí, nos quedan dos. ¿Se la enviamos a Bogotá?',
}
await invoke(node.runtime, ['send_message', registry.send_message], actor, answer, { request_id: 'pictures' })
await panel.getByText(answer.content).waitFor()
await page.screenshot({ path: 'docs/pictures/widget.png' })
await browser.close()
await node.stop()
await rm(folder, { recursive: true, force: true })
