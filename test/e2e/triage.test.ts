import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { inboxEn } from '#web/screens/inbox/words.en.ts'
import { inboxEs } from '#web/screens/inbox/words.es.ts'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { openApp, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { sql, user, key, makeUser, enter } = app
const julian = await makeUser('agent')
await sql`update users set name = 'Julián Rincón' where id = ${julian.id}`
const karen = await makeUser('agent')
await sql`update users set name = 'Karen Lugo' where id = ${karen.id}`

/** Asking and waiting takes more calls than a key has in a minute. */
const rest: typeof app.rest = async (...call) => {
  await app.resetRateLimits()
  return app.rest(...call)
}
const make = async <T = { id: string }>(path: string, body: object) => (await rest<T>('POST', path, { key, body })).body

for (const title of ['arriendo', 'cliente frecuente', 'visita el sábado'])
  await make('/labels', { title, color: '#d97706' })

let made = 0
/** A channel in which this many people have written, the last one on top of the list. */
async function furnish(count: number) {
  const inbox = await make('/inboxes', { name: `Triaje ${++made}`, channel: 'api', auto_assign: false })
  const people = Array.from({ length: count }, (_, i) => `Persona ${made}-${count - i}`).toReversed()
  const ids: string[] = []
  for (const name of people) {
    const body = { source_id: name, content: `Hola, soy ${name}.`, contact: { name } }
    ids.unshift((await make<{ conversation: { id: string } }>(`/inboxes/${inbox.id}/messages`, body)).conversation.id)
  }
  return { inbox, ids, names: people.toReversed(), place: `conversations?inbox=${inbox.id}` }
}

type Row = { status: string; assignee_id: string | null; priority: string; labels: string[] }
const rowOf = async (id: string) => {
  const [row] = await sql<Row>`
    select c.status, c.assignee_id, c.priority, array(
             select l.title from conversation_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
              where cl.account_id = c.account_id and cl.conversation_id = c.id) as labels
      from conversations c where c.id = ${id}`
  return row!
}
const statusOf = async (id: string) => (await rowOf(id)).status
const isOpen = (page: Page, id: string) => page.waitForURL(new RegExp(`/conversations/${id}(\\?|$)`))
const shown = (page: Page, text: string) => page.locator('[data-message]', { hasText: text }).first().waitFor()

/** A script that arrives when the test lets it. */
function lateScript() {
  const { promise, resolve: load } = Promise.withResolvers<void>()
  const route = async (route: Route) => {
    await promise
    await route.continue()
  }
  return { route, load }
}

const languages = [
  ['es', threadEs, inboxEs],
  ['en', threadEn, inboxEn],
] as const

for (const [language, words, inboxWords] of sample(languages)) {
  const options = { language, viewport: { width: 1440, height: 900 } } as const

  test(`Forty conversations are answered by keys alone (${language})`, async () => {
    const { ids, names, place } = await furnish(40)
    const page = await enter(user, place, options)
    await page.locator('[data-row]').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    for (const [i, id] of ids.entries()) {
      await isOpen(page, id)
      await shown(page, `soy ${names[i]}.`)
      if (i % 4 === 0) {
        // Typed at once and chosen by Enter; the letters after that are shortcuts again.
        await page.keyboard.press('a')
        await page.keyboard.type('juli')
        await page.keyboard.press('Enter')
        await page.getByRole('option').first().waitFor({ state: 'detached' })
        await page.keyboard.press('e')
      } else if (i % 4 === 1) {
        await page.keyboard.press('l')
        await page.keyboard.type('arri')
        await page.keyboard.press('Enter')
        await until(async () => (await rowOf(id)).labels.includes('arriendo'), 'the label')
        await page.keyboard.press('Escape')
        await page.getByRole('option').first().waitFor({ state: 'detached' })
        await page.keyboard.press('e')
      } else if (i % 4 === 2) {
        await page.keyboard.press('s')
        await page.keyboard.press('Enter')
      } else {
        await page.keyboard.press('r')
        await page.locator('textarea:focus').waitFor()
        await page.keyboard.type('Con gusto')
        await page.keyboard.press('Control+Shift+Enter')
      }
    }
    const expected = (i: number) => (i % 4 === 2 ? 'snoozed' : 'resolved')
    await until(
      async () => (await Promise.all(ids.map(statusOf))).every((status, i) => status === expected(i)),
      'each to be resolved or snoozed',
    )
    for (const [i, id] of ids.entries()) {
      const { assignee_id, priority, labels } = await rowOf(id)
      assert.deepEqual(
        [assignee_id, priority, labels],
        [i % 4 === 0 ? julian.id : null, 'none', i % 4 === 1 ? ['arriendo'] : []],
        `conversation ${i + 1}`,
      )
    }
    const answered = await sql`
      select distinct conversation_id from messages where conversation_id = any(${ids}::bigint[]) and content = 'Con gusto'`
    assert.equal(answered.length, 10)
    assert.deepEqual(page.faults, [])
  })

  test(`Keys pressed while a picker or the command bar opens are typed there (${language})`, async () => {
    const { ids, names, place } = await furnish(1)
    const id = ids[0]!
    const commandBar = lateScript()
    const routes = { '**/assets/command-bar-*.js': commandBar.route }
    const page = await enter(user, place, { ...options, routes })
    await page.locator(`[data-row="${id}"]`).click()
    await shown(page, `soy ${names[0]}.`)
    await page.keyboard.press('a')
    await page.keyboard.type('juliel')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await until(async () => (await rowOf(id)).assignee_id === julian.id, 'it to be Julián’s')
    assert.deepEqual(await rowOf(id), { status: 'open', assignee_id: julian.id, priority: 'none', labels: [] })

    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('resolver')
    commandBar.load()
    const bar = page.getByRole('combobox', { name: locales[language].words.commands.placeholder })
    await bar.and(page.locator('[value="resolver"]')).waitFor()
    assert.equal(await statusOf(id), 'open')
    assert.deepEqual(page.faults, [])
  })

  test(`A closed picker ignores letters, and a menu opened by a key begins at its first item (${language})`, async () => {
    const { ids, place } = await furnish(2)
    const [first, second] = ids as [string, string]
    const page = await enter(user, place, options)
    await page.locator(`[data-row="${second}"]`).click()
    await isOpen(page, second)
    await page.getByRole('combobox', { name: words.assign.change(words.assign.nobody) }).click()
    await page.getByRole('option', { name: 'Julián Rincón' }).click()
    await until(async () => (await rowOf(second)).assignee_id === julian.id, 'it to be Julián’s')
    const assigned: string[] = []
    page.on('request', (request) => {
      if (/assign/.test(`${request.url()} ${request.postData() ?? ''}`)) assigned.push(request.url())
    })
    // The first letter of Karen, to whom a picker that reads letters would give it.
    await page.getByRole('combobox', { name: words.assign.change('Julián Rincón') }).focus()
    await page.keyboard.press('k')
    await isOpen(page, first)
    // And that of Julián.
    await page.getByRole('combobox', { name: words.assign.change(words.assign.nobody) }).focus()
    await page.keyboard.press('j')
    await isOpen(page, second)
    await page.keyboard.press('k')
    await isOpen(page, first)

    await page.keyboard.press('p')
    await page.locator('[role="menuitemradio"]:focus').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'a menu opened by a key')
    await page.keyboard.press('Enter')
    await until(async () => (await rowOf(first)).priority === 'urgent', 'it to be urgent')
    assert.deepEqual(assigned, [])
    assert.deepEqual([(await rowOf(first)).assignee_id, (await rowOf(second)).assignee_id], [null, julian.id])
    assert.deepEqual(page.faults, [])
  })

  test(`Resolving moves on, undo comes back, and the preference keeps it open (${language})`, async () => {
    const { ids, place } = await furnish(2)
    const [first, second] = ids as [string, string]
    const page = await enter(user, place, options)
    await page.locator(`[data-row="${first}"]`).click()
    await isOpen(page, first)
    await shown(page, 'Hola, soy')
    await page.keyboard.press('e')
    await isOpen(page, second)
    await page.getByText(words.actions.resolved).first().waitFor()
    assert.equal(await statusOf(first), 'resolved')
    await page.keyboard.press('z')
    await isOpen(page, first)
    await until(async () => (await statusOf(first)) === 'open', 'it to be open again')

    const { settings } = locales[language]
    await page.goto(`${app.url}/app/${app.account_id}/settings/profile`)
    await page.getByRole('switch', { name: settings.profile.inbox.moveOn }).click()
    await page.goto(`${app.url}/app/${app.account_id}/conversations/${first}`)
    await shown(page, 'Hola, soy')
    await page.keyboard.press('e')
    await until(async () => (await statusOf(first)) === 'resolved', 'it to be resolved')
    await page.getByRole('button', { name: words.actions.reopen, exact: true }).first().waitFor()
    await isOpen(page, first)
    assert.deepEqual(page.faults, [])
  })

  test(`Resolving twice in quick succession resolves two conversations and reopens none (${language})`, async () => {
    const { ids, place } = await furnish(3)
    const [first, second, third] = ids as [string, string, string]
    const page = await enter(user, place, options)
    const reopened: string[] = []
    page.on('request', (request) => {
      if (/reopen|undo/.test(request.url())) reopened.push(request.url())
    })
    await page.locator(`[data-row="${first}"]`).click()
    await isOpen(page, first)
    await shown(page, 'Hola, soy')
    await Promise.all([page.keyboard.press('e'), page.keyboard.press('e')])
    await isOpen(page, third)
    await until(
      async () => (await Promise.all(ids.map(statusOf))).join() === 'resolved,resolved,open',
      'the first two to be resolved',
    )
    await page.locator(`[data-row="${second}"]`).waitFor({ state: 'detached' })
    assert.deepEqual(reopened, [])
    assert.deepEqual(page.faults, [])
  })

  test(`The facts above the thread take two rows at most (${language})`, async () => {
    const { ids, place } = await furnish(1)
    const id = ids[0]!
    const { id: team } = await make('/teams', { name: `Ventas ${made}` })
    await make(`/conversations/${id}/assignee`, { agent: julian.id })
    await rest('PUT', `/conversations/${id}/team`, { key, body: { team } })
    await make(`/conversations/${id}/priority`, { priority: 'urgent' })
    const titles = ['arriendo', 'cliente frecuente', 'visita el sábado']
    for (const label_title of titles) await make(`/conversations/${id}/labels`, { label_title })
    await sql`
      update conversations
         set first_response_due_at = now() - interval '1 hour', resolution_due_at = now() + interval '1 day'
       where id = ${id}`
    const page = await enter(user, place, options)
    await page.locator(`[data-row="${id}"]`).click()
    await shown(page, 'Hola, soy')
    const facts = page.getByRole('group', { name: words.header.properties })
    for (const title of titles) await facts.getByText(title, { exact: true }).waitFor()
    await facts.getByRole('combobox', { name: words.assign.change('Julián Rincón') }).waitFor()
    const rows = await facts.evaluate((group) => {
      const middles = [...group.querySelectorAll('button')].map((button) => {
        const { top, height } = button.getBoundingClientRect()
        return Math.round((top + height / 2) / 8)
      })
      return new Set(middles).size
    })
    assert.equal(rows, 2)
    const edges = await facts.evaluate((group) => [
      group.getBoundingClientRect().height,
      group.scrollWidth - group.clientWidth,
    ])
    assert.ok(edges[0]! <= 72 && edges[1] === 0, `${edges[0]} px high, ${edges[1]} px cut`)
    assert.deepEqual(page.faults, [])
  })

  test(`Three resolved in a row come back by pressing z three times (${language})`, async () => {
    const { ids, place } = await furnish(4)
    const page = await enter(user, place, options)
    await page.locator(`[data-row="${ids[0]}"]`).click()
    const toasts = page.locator('[data-toast]', { hasText: words.actions.resolved })
    for (const [i, id] of ids.slice(0, 3).entries()) {
      await isOpen(page, id)
      await shown(page, 'Hola, soy')
      await page.keyboard.press('e')
      await until(async () => (await toasts.count()) === i + 1, 'undo to be offered')
    }
    for (let i = 0; i < 3; i++) await page.keyboard.press('z')
    await until(
      async () => (await Promise.all(ids.map(statusOf))).every((status) => status === 'open'),
      'all to be open',
    )
    await isOpen(page, ids[0]!)
    assert.deepEqual(page.faults, [])
  })

  test(`The shortcuts open at their top, in groups, with each key once (${language})`, async () => {
    const { ids, place } = await furnish(1)
    const page = await enter(user, place, options)
    await page.locator(`[data-row="${ids[0]}"]`).click()
    await shown(page, 'Hola, soy')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: locales[language].words.shell.shortcuts })
    await dialog.locator('[data-shortcut="e"]').waitFor()
    const scrolled = await dialog.evaluate((element) =>
      [element, ...element.querySelectorAll('*')].some(({ scrollTop }) => scrollTop > 0),
    )
    assert.equal(scrolled, false)
    const keys = await dialog
      .locator('[data-shortcut]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-shortcut')))
    assert.equal(new Set(keys).size, keys.length)
    for (const key of ['Ctrl ⇧ ↵', 'Ctrl Alt ↵']) assert.ok(keys.includes(key), key)
    for (const group of [words.group, inboxWords.list.title, inboxWords.folders.title])
      await dialog.getByRole('heading', { name: group, exact: true }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the shortcuts')
    assert.deepEqual(page.faults, [])
  })

  test(`The thread shows each change with the person or rule that made it (${language})`, async () => {
    const { ids, place, inbox } = await furnish(1)
    const id = ids[0]!
    await make('/automation-rules', {
      name: `Urgencias ${made}`,
      event: 'conversation.label_added',
      conditions: { any: [{ all: [{ field: 'inbox_id', operator: 'equal_to', values: [inbox.id] }] }] },
      actions: [{ type: 'set_priority', priority: 'urgent' }],
    })
    const page = await enter(user, place, options)
    await page.locator(`[data-row="${id}"]`).click()
    await shown(page, 'Hola, soy')
    const line = (text: string) => page.locator('[data-activity]', { hasText: text }).first()
    await page.keyboard.press('i')
    await line(words.history.took).waitFor()
    await make(`/conversations/${id}/labels`, { label_title: 'arriendo' })
    await line(words.history.labelAdded('arriendo')).waitFor()
    await line(words.history.rule(`Urgencias ${made}`)).waitFor()
    await line(words.history.priority(words.priority.names.urgent)).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the history in the thread')
    await sql`delete from events where account_id = ${app.account_id}`
    await page.reload()
    await line(words.history.took).waitFor()
    assert.deepEqual(page.faults, [])
  })
}
