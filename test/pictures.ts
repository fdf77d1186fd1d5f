import { mkdir } from 'node:fs/promises'
import { registry } from '#registry'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { invoke } from '#kernel/invoke.ts'
import { es, esBubble } from '#widget/words.es.ts'
import { ensureBrowser, launchBrowser } from './browser.ts'
import { openDemo, openScreen, screensOf, signedInPage } from './screens.ts'

/**
 * `npm run pictures`: every screen of the demo workspace at three widths, in `data/pictures`, for review; arguments
 * select screens by name. `npm run pictures -- documents` creates those the documents show, in `docs/pictures`.
 */
const wanted = process.argv.slice(2)
await ensureBrowser()
const { node, url, demo, sql, close } = await openDemo()
const browser = await launchBrowser()
const all = await screensOf(sql, demo)
if (wanted[0] === 'documents') await forDocuments()
else await forEyes()
await browser.close()
await close()

/** Light and Spanish on the desk, dark and English on the tablet, light and Spanish on the phone. */
async function forEyes() {
  const folder = 'data/pictures'
  await mkdir(folder, { recursive: true })
  for (const [width, height, colorScheme, language] of [
    [1440, 900, 'light', 'es'],
    [1024, 768, 'dark', 'en'],
    [390, 844, 'light', 'es'],
  ] as const) {
    const locale = language === 'es' ? 'es-CO' : 'en-US'
    const look = { viewport: { width, height }, colorScheme, language, locale, hasTouch: width < 500 }
    const page = await signedInPage(browser, url, demo, look)
    for (const screen of all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      const shown = screen.place === 'public' ? await (await browser.newContext({ ...look })).newPage() : page
      await openScreen(shown, url, demo, screen)
      await shown.waitForLoadState('networkidle')
      await shown.screenshot({ path: `${folder}/${screen.name}-${width}.png` })
      if (screen.place === 'public') await shown.context().close()
    }
    await page.context().close()
  }
  console.log(`Pictures of ${all.length} screens are in ${folder}.`)
}

async function forDocuments() {
  await mkdir('docs/pictures', { recursive: true })
  for (const [name, screen, width, height, colorScheme, language] of [
    ['inbox', 'conversation', 1440, 900, 'light', 'es'],
    ['board', 'board', 1440, 900, 'light', 'en'],
    ['report', 'report-overview', 1440, 900, 'dark', 'es'],
    ['phone', 'conversation', 390, 844, 'light', 'es'],
  ] as const) {
    const page = await signedInPage(browser, url, demo, { viewport: { width, height }, colorScheme, language })
    await openScreen(
      page,
      url,
      demo,
      all.find((each) => each.name === screen)!,
    )
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `docs/pictures/${name}.png` })
    await page.context().close()
  }
  await visitor()
}

/** A visitor of the sample site, and an agent who answers. */
async function visitor() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'es-CO' })
  const page = await context.newPage()
  await page.goto(`${url}/demo?lang=es`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: esBubble.open }).click()
  const panel = page.frameLocator('iframe')
  await panel.getByRole('textbox', { name: es.preChat.name }).fill('Marcela Ordóñez')
  await panel.getByRole('textbox', { name: es.preChat.email }).fill('marcela.ordonez@example.com')
  await panel.getByRole('button', { name: es.preChat.start }).click()
  await panel.getByRole('textbox', { name: es.message }).fill('Hola, ¿la ruana de rayas viene en talla L?')
  await panel.getByRole('textbox', { name: es.message }).press('Enter')
  await panel.getByText(es.statuses.sent).waitFor()
  const [chat] = await sql<{ id: string }>`select id from conversations order by id desc limit 1`
  const [agent] = await sql<{ id: string; name: string }>`select id, name from users where email = ${demo.email}`
  const actor = await loadSystemActor(sql, demo.account_id, { type: 'user', ...agent! })
  const content = '¡Hola, Marcela! Sí, nos quedan dos. ¿Se la enviamos a Bogotá?'
  const answer = { conversation_id: chat!.id, content }
  await invoke(node.runtime, ['send_message', registry.send_message], actor, answer, { request_id: 'pictures' })
  await panel.getByText(content).waitFor()
  await page.screenshot({ path: 'docs/pictures/widget.png' })
}
