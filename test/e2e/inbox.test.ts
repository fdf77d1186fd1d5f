import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { conversationEn } from '#web/features/conversations/words.en.ts'
import { conversationEs } from '#web/features/conversations/words.es.ts'
import { viewEn } from '#web/features/views/words.en.ts'
import { viewEs } from '#web/features/views/words.es.ts'
import { inboxEn } from '#web/screens/inbox/words.en.ts'
import { inboxEs } from '#web/screens/inbox/words.es.ts'
import { openApp, overflow, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { isFull, sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const { sql, user, url, account_id, key, rest, enter } = await openApp()
const inboxWords = { es: inboxEs, en: inboxEn }
const viewWords = { es: viewEs, en: viewEn }
const conversationWords = { es: conversationEs, en: conversationEn }

type Made = { id: string; name: string }
const make = async <T = Made>(path: string, body: object, method = 'POST') =>
  (await rest<T>(method, path, { key, body })).body

await make('/labels', { title: 'vip', color: '#d97706' })
await make('/teams', { name: 'Postventa' })

const row = (page: Page, name: string) => page.locator('[data-list]').getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const folder = (page: Page, title: string, name: string) =>
  page.getByRole('navigation', { name: title }).getByRole('link', { name })

for (const [language, colorScheme] of sample([
  ['es', 'light'],
  ['en', 'dark'],
] as const)) {
  const { words } = locales[language]
  const inbox = inboxWords[language]
  const views = viewWords[language]
  const { create } = conversationWords[language]
  const people = ['Íngrid Peña', 'José Ñáñez', 'Wilson Acuña', 'Ximena Díaz'].map((name) => `${name} ${language}`)
  const [ingrid, jose, wilson, ximena] = people as [string, string, string, string]

  /** A channel of its own for each language, in which four people have written. */
  const furnish = async () => {
    const channel = await make('/inboxes', { name: `Ventas ${language}`, channel: 'api', auto_assign: false })
    const write = (name: string, content: string) =>
      make<{ conversation: Made }>(`/inboxes/${channel.id}/messages`, { source_id: name, content, contact: { name } })
    const begun: string[] = []
    for (const name of people) begun.push((await write(name, `Hola, soy ${name}`)).conversation.id)
    return { channel, write, begun }
  }
  const statusesOf = async (ids: string[]) => {
    const rows = await sql<{ status: string }>`select status from conversations where id = any(${ids}::bigint[])`
    return rows.map(({ status }) => status).toSorted()
  }

  test(`The list is navigated by keyboard, filtered, saved as a view and resolved in bulk (${language}, ${colorScheme})`, async () => {
    const { channel, write, begun } = await furnish()
    const viewport = { width: 1680, height: 900 }
    const page = await enter(user, `conversations?inbox=${channel.id}`, { language, colorScheme, viewport })
    await row(page, ximena).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the list')

    // j and k move the focus, Enter opens, and then moving opens the next.
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.locator(':focus', { hasText: wilson }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/conversations/${begun[2]}\\?`))
    await row(page, wilson).focus()
    await page.keyboard.press('j')
    await page.waitForURL(new RegExp(`/conversations/${begun[1]}\\?`))
    await page.locator(':focus', { hasText: jose }).waitFor()

    // A new message moves its conversation up without a reload.
    await write(ingrid, '¿Siguen ahí?')
    await page.locator('[data-list] li', { hasText: '¿Siguen ahí?' }).waitFor()

    await page.goto(`${url}/app/${account_id}/conversations?inbox=${channel.id}`)
    await row(page, ximena).waitFor()
    const found = page.getByRole('region', { name: inbox.search.people, exact: true }).getByRole('link', { name: jose })
    await page.getByLabel(inbox.search.label).fill('nanez')
    await row(page, wilson).waitFor({ state: 'detached' })
    await found.waitFor()
    // Words that only a message has show it at once.
    await page.getByLabel(inbox.search.label).fill('siguen')
    await page.locator('mark', { hasText: 'Siguen' }).first().waitFor()
    await page.getByLabel(inbox.search.label).fill('nanez')
    await found.waitFor()
    await button(page, inbox.search.messages).click()
    await page.locator('mark').first().waitFor()
    assert.deepEqual(await axeViolations(page), [], 'messages found')
    await button(page, words.common.clear).click()
    await row(page, wilson).waitFor()

    // A label on two of them, by their boxes; then the list is narrowed to it, and kept.
    await page.getByRole('checkbox', { name: inbox.list.select(ximena) }).click()
    await page.getByRole('checkbox', { name: inbox.list.select(wilson) }).click()
    assert.deepEqual(await axeViolations(page), [], 'some are selected')
    await page.keyboard.press('l')
    await page.getByRole('option', { name: 'vip' }).click()
    await page.getByText(inbox.bulk.labelled(2, 'vip')).waitFor()
    await page.keyboard.press('Escape')
    await button(page, inbox.filters.title).click()
    const form = page.getByRole('dialog', { name: inbox.filters.title })
    await form.waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the filters')
    await form.getByRole('combobox', { name: inbox.filters.labels }).click()
    await page.getByRole('option', { name: 'vip' }).click()
    await row(page, jose).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('group', { name: inbox.filters.active }).getByText('vip').waitFor()
    await page.getByRole('group', { name: inbox.filters.active }).getByRole('button', { name: views.save }).click()
    const dialog = page.getByRole('dialog', { name: views.save })
    await dialog.getByLabel(views.name).fill(`VIP ${language}`)
    assert.deepEqual(await axeViolations(page), [], 'a view is saved')
    await dialog.getByRole('button', { name: words.common.save }).click()
    await page.getByRole('heading', { name: `VIP ${language}`, level: 1 }).waitFor()
    await folder(page, inbox.folders.title, `VIP ${language}`).getByText('2').waitFor()
    await row(page, wilson).waitFor()
    assert.equal(await row(page, jose).count(), 0)

    // All of them are resolved by one key, and brought back by one more.
    await page.keyboard.press('A')
    await page.keyboard.press('e')
    await page.getByText(inbox.bulk.resolved(2)).waitFor()
    await until(async () => (await statusesOf(begun)).filter((each) => each === 'resolved').length === 2, 'resolved')
    await page.keyboard.press('z')
    await until(async () => (await statusesOf(begun)).every((each) => each === 'open'), 'reopened')
    assert.deepEqual(page.faults, [])
  })

  test(`Conversations are filtered by every channel type (${language})`, async () => {
    const written = async (name: string) => {
      const channel = await make('/inboxes', { name: `${name} ${language}`, channel: 'api', auto_assign: false })
      await make(`/inboxes/${channel.id}/messages`, { source_id: name, content: 'Hola', contact: { name } })
      return channel
    }
    const [texter, other] = [`Sara Mensajes ${language}`, `Otto Programa ${language}`]
    const { id } = await written(texter)
    await sql`update inboxes set channel = 'sms' where id = ${id}`
    await written(other)
    const page = await enter(user, 'conversations', { language, colorScheme })
    await row(page, other).waitFor()
    await button(page, inbox.filters.title).click()
    const { any, channel, active } = inbox.filters
    await page.getByRole('combobox', { name: `${channel}: ${any}` }).click()
    await page.getByRole('option', { name: 'SMS', exact: true }).waitFor()
    const offered = await page.getByRole('option').allTextContents()
    assert.deepEqual(offered.toSorted(), [any, ...Object.values(conversationWords[language].channels)].toSorted())
    await page.getByRole('option', { name: 'SMS', exact: true }).click()
    await row(page, other).waitFor({ state: 'detached' })
    await row(page, texter).waitFor()
    await page.getByRole('group', { name: active }).getByText('SMS').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`An agent starts a conversation (${language})`, async () => {
    const name = `Nadie Todavía ${language}`
    await make('/contacts', { name, email: `nadie.${language}@example.com` })
    const page = await enter(user, 'conversations', { language, colorScheme })
    await button(page, create.open).first().click()
    const dialog = page.getByRole('dialog', { name: create.open })
    await dialog.getByRole('button', { name: create.submit }).click()
    await dialog.getByText(create.noContact).waitFor()
    await dialog.getByPlaceholder(create.find).fill('nadie todavia')
    await page.getByRole('option', { name }).click()
    await dialog.getByLabel(create.message).fill('Hola, le escribo de Hilo')
    assert.deepEqual(await axeViolations(page), [], 'a new conversation')
    await dialog.getByRole('button', { name: create.submit }).click()
    await page.waitForURL(/\/conversations\/\d+/)
    await row(page, name).waitFor()
    assert.deepEqual(page.faults, [])
  })
}

test('A conversation that fails in a bulk action is named, restored and stays selected', async () => {
  const channel = await make('/inboxes', { name: 'Fallas', channel: 'api', auto_assign: false })
  const ids: string[] = []
  for (const name of ['Ana Primera', 'Beto Segundo', 'Cami Tercera']) {
    const body = { source_id: name, content: 'Hola', contact: { name } }
    ids.push((await make<{ conversation: Made }>(`/inboxes/${channel.id}/messages`, body)).conversation.id)
  }
  const resolve = (route: Route) =>
    route.request().postDataJSON().conversation_id === ids[1]
      ? route.fulfill({ status: 409, json: { status: 409, code: 'invalid_state', detail: 'No' } })
      : route.continue()
  const routes = { '**/api/app/resolve_conversation': resolve }
  const page = await enter(user, `conversations?inbox=${channel.id}`, { routes })
  await row(page, 'Cami Tercera').waitFor()
  await page.keyboard.press('A')
  await page.keyboard.press('e')
  await page
    .getByText(inboxEs.bulk.failed(['Beto Segundo'], locales.es.words.problems.invalid_state))
    .first()
    .waitFor()
  await page.getByText(inboxEs.bulk.resolved(2)).waitFor()
  await row(page, 'Cami Tercera').waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: inboxEs.list.select('Beto Segundo'), checked: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: inboxEs.list.select('Beto Segundo'), checked: false }).waitFor()
  assert.deepEqual(page.faults, [])
})

test('A phone shows folders, the list or a conversation, one at a time', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await enter(user, 'conversations', { language: 'en', ...phone })
  await page.getByRole('heading', { name: inboxEn.folders.names.open, level: 1 }).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the list on a phone')
  assert.equal(await overflow(page), 0)
  await button(page, inboxEn.folders.show).tap()
  const sheet = page.getByRole('dialog', { name: inboxEn.folders.title })
  await sheet.waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the folders on a phone')
  await sheet.getByRole('link', { name: inboxEn.folders.names.snoozed }).tap()
  await page.getByRole('heading', { name: inboxEn.empty.snoozed.title }).waitFor()
  await sheet.waitFor({ state: 'detached' })
  await page.goto(`${url}/app/${account_id}/conversations`)
  const first = page.locator('[data-list] [data-row]').first()
  await first.waitFor()
  await first.tap()
  await page.waitForURL(/\/conversations\/\d+/)
  await page.locator('[data-list]').waitFor({ state: 'hidden' })
  assert.deepEqual(page.faults, [])
})

test('Thousands of conversations can be scrolled with only a few rows rendered', async (context) => {
  const count = isFull ? 10_000 : 2_000
  const last = `Persona ${count}`
  const channel = await make('/inboxes', { name: 'Muchas', channel: 'api', auto_assign: false })
  await fill(channel.id, count)
  const page = await enter(user, `conversations?inbox=${channel.id}`)
  await row(page, 'Persona 1').waitFor()
  const list = page.locator('[data-list]')
  await page.evaluate(watchTasks)
  let most = 0
  // Each time the list has grown, its end is sought again.
  while ((await row(page, last).count()) === 0) {
    const known = await list.evaluate<number, HTMLElement>((element) => {
      element.scrollTop = element.scrollHeight
      return element.scrollHeight
    })
    most = Math.max(most, await list.locator('li').count())
    await page.waitForFunction(
      ([height, name]) =>
        document.querySelector('[data-list]')!.scrollHeight > height ||
        [...document.querySelectorAll('[data-list] a')].some((each) => each.textContent === name),
      [known, last] as const,
    )
  }
  assert.ok(most < 100, `${most} rows in the page`)
  const tasks = await page.evaluate<number[]>('window.tasks')
  context.diagnostic(`tasks over 50 ms: ${tasks.length}, the longest ${Math.round(Math.max(0, ...tasks))} ms`)
  assert.deepEqual(page.faults, [])
})

/** Durations of the tasks that kept the page busy: reported, not asserted, because they depend on the machine. */
const watchTasks = `
  window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })`

/** This many contacts with one message each, a second apart. */
async function fill(inbox_id: string, count: number) {
  const AT_ONCE = 1_000
  for (let from = 1; from <= count; from += AT_ONCE) {
    await sql`
      with people as (
        insert into contacts (account_id, name, identifier, created_at, updated_at)
        select ${account_id}, 'Persona ' || n, 'muchas-' || n, now(), now()
          from generate_series(${from}::int, ${from + AT_ONCE - 1}::int) n
        returning id, split_part(name, ' ', 2)::int as n
      ), identities as (
        insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
        select ${account_id}, id, ${inbox_id}::bigint, 'muchas-' || n, now() from people returning id, contact_id
      ), begun as (
        insert into conversations (account_id, inbox_id, contact_id, identity_id, status, last_activity_at, created_at, updated_at)
        select ${account_id}, ${inbox_id}::bigint, p.id, i.id, 'open', now() - make_interval(secs => p.n), now(), now()
          from people p join identities i on i.contact_id = p.id returning id, contact_id, last_activity_at
      )
      insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_id, author_name, content,
                            status, created_at, updated_at)
      select ${account_id}, id, ${inbox_id}::bigint, 'incoming', 'contact', contact_id, 'Alguien', 'Hola, quisiera saber el precio',
             'sent', last_activity_at, now() from begun`
    if (from === 1) await sql`analyze contacts, contact_identities, conversations, messages`
  }
  await sql`
    update conversations c set last_message_id = m.id from messages m
     where c.account_id = ${account_id} and m.account_id = c.account_id and m.conversation_id = c.id
       and c.inbox_id = ${inbox_id}::bigint`
}
