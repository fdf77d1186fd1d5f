import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { createDemo } from '#server/demo/workspace.ts'
import { readConfig } from '#server/config.ts'
import { startNode } from '#server/main.ts'
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
await browser.close()
await node.stop()
await rm(folder, { recursive: true, force: true })
