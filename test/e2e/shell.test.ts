import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { openApp, locales } from '#test/app.ts'
import { until } from '#test/wait.ts'
import { inboxEs } from '#web/screens/inbox/words.es.ts'

const { user, account_id, url, enter } = await openApp()
const { shell } = locales.es.words
const me = (page: Page) => page.getByRole('button', { name: `${shell.me}: ${user.name}` })
const isFocused = (page: Page) => me(page).evaluate((button) => button === document.activeElement)

test('A menu opens by click, Enter and arrow key, also the first time, and returns the focus', async () => {
  for (const open of [
    (page: Page) => me(page).click(),
    (page: Page) => me(page).press('Enter'),
    (page: Page) => me(page).press('ArrowDown'),
  ]) {
    const page = await enter(user, 'conversations')
    assert.equal(await me(page).getAttribute('aria-expanded'), 'false')
    for (const _time of ['first', 'second']) {
      await open(page)
      await page.getByRole('menu').waitFor()
      assert.equal(await me(page).getAttribute('aria-expanded'), 'true')
      await page.keyboard.press('ArrowDown')
      await page.locator('[role^=menuitem][data-highlighted]').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await until(() => isFocused(page), 'the focus is back')
    }
    assert.deepEqual(page.faults, [])
    await page.context().close()
  }
})

test('Opening a menu whose code failed to load reloads the page, where it opens', async () => {
  let isBroken = true
  const routes = { '**/assets/popups-*.js': (route: Route) => (isBroken ? route.abort() : route.continue()) }
  const page = await enter(user, 'conversations', { routes })
  let pages = 0
  page.on('load', () => pages++)
  let hasFailed = false
  page.on('requestfailed', () => (hasFailed = true))
  // A page that has not rendered yet does not notice the first moves.
  let x = 600
  await until(() => page.mouse.move(x++, 400).then(() => hasFailed), 'the code of menus fails to load')
  isBroken = false
  const menu = page.getByRole('menu')
  const tryIt = async () => {
    await me(page).click()
    return menu.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  }
  await until(tryIt, 'the menu opens')
  assert.deepEqual([pages, page.faults], [1, []])
})

test('A tooltip appears on hover and on keyboard focus', async () => {
  const page = await enter(user, 'conversations')
  const commands = page.getByRole('button', { name: shell.commandBar })
  const hint = page.locator('[data-side]').getByText(shell.commandBar)
  await commands.hover()
  await hint.waitFor()
  await page.mouse.move(600, 400)
  await hint.waitFor({ state: 'detached' })

  await me(page).focus()
  await page.keyboard.press('Shift+Tab')
  await hint.waitFor()
  await page.keyboard.press('Escape')
  await hint.waitFor({ state: 'detached' })
  assert.deepEqual(page.faults, [])
})

test('The chosen theme applies from the first paint', async () => {
  const page = await enter(user, 'conversations')
  const head = async () => (await page.request.get(`${url}/app/${account_id}/pipeline`)).text()
  assert.match(await head(), /<html lang="es">/)
  await me(page).click()
  await page.getByRole('menuitemradio', { name: shell.themeDark }).click()
  assert.match(await head(), /<html data-theme="dark" lang="es">/)
  await page.getByRole('menuitemradio', { name: shell.themeSystem }).click()
  assert.match(await head(), /<html lang="es">/)
  assert.deepEqual(page.faults, [])
})

test('A page preloads its screen and batches its reads', async () => {
  const page = await enter(user, 'contacts')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answer = await page.goto(`${url}/app/${account_id}/pipeline`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('load')
  await until(() => asked.includes('/api/app'), 'reads travel together')
  const preloads = [...(await answer!.text()).matchAll(/href="(\/assets\/pipeline[^"]+\.js)"/g)].map(
    (match) => match[1],
  )
  assert.ok(preloads.length > 0, 'the page names the files of its screen')
  for (const each of [...preloads, '/api/session', '/api/app/reads/crm_list_pipelines'])
    assert.equal(asked.filter((path) => path === each).length, 1, `${each} is asked for once`)
  assert.deepEqual(page.faults, [])
})

test('The inbox and the board load without the schemas of forms, a tenth of their code', async () => {
  for (const screen of ['conversations', 'pipeline']) {
    const html = await (await fetch(`${url}/app/${account_id}/${screen}`)).text()
    const files = [...html.matchAll(/href="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1])
    assert.ok(files.length > 5, html)
    for (const file of files) {
      const code = await (await fetch(url + file)).text()
      assert.ok(!code.includes('ZodObject'), `${file} of ${screen}`)
    }
  }
})

test('A page preloads the list it begins with, unless its address has filters', async () => {
  const page = await enter(user, 'contacts')
  const lists: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/list_conversations')) lists.push(request.method())
  })
  for (const [folder, method] of [
    ['open', 'GET'],
    ['mine', 'POST'],
  ] as const) {
    lists.length = 0
    await page.goto(`${url}/app/${account_id}/conversations${folder === 'open' ? '' : `?folder=${folder}`}`)
    await page.getByText(inboxEs.empty[folder].title).waitFor()
    assert.deepEqual(lists, [method], folder)
  }
  assert.deepEqual(page.faults, [])
})
