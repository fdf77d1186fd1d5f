import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { reportsEn } from '#web/screens/reports/words.en.ts'
import { reportsEs, type ReportsWords } from '#web/screens/reports/words.es.ts'
import { openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'

const app = await openApp()
const { sql, rest, key, user, account_id, makeUser, enter } = app
await sql`update users set name = 'Ana Admin' where id = ${user.id}`
await somethingHappens()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const names = Object.keys(reportsEs.names) as (keyof ReportsWords['names'])[]

/** The figures have come. */
const settled = (page: Page) => page.locator('.report-body [aria-busy="false"]').waitFor()
const figure = (page: Page, name: string) => page.getByRole('group').locator('> div > div', { hasText: name }).first()

for (const [language, words, colorScheme] of sample([
  ['es', reportsEs, 'light'],
  ['en', reportsEn, 'dark'],
] as const)) {
  test(`Every report opens and is accessible (${language}, ${colorScheme})`, async () => {
    const page = await enter(user, 'reports', { language, colorScheme })
    await page.getByRole('heading', { level: 1, name: words.names.overview }).waitFor()
    for (const name of sample(names, 6)) {
      await page
        .getByRole('navigation', { name: words.navigation })
        .getByRole('link', { name: words.names[name] })
        .last()
        .click()
      await page.waitForURL(`**/reports/${name}*`)
      await page.getByRole('heading', { level: 1, name: words.names[name], exact: true }).waitFor()
      await settled(page)
      assert.deepEqual(await axeViolations(page), [], name)
    }
    assert.deepEqual(page.faults, [])
  })

  test(`A figure is charted, shown as a table, exported and compared (${language}, ${colorScheme})`, async () => {
    const page = await enter(user, 'reports/overview', { language, colorScheme })
    const [won] = words.overview.figures['won']!
    await figure(page, won).getByText('1', { exact: true }).waitFor()
    await button(page, won).click()
    await page.waitForURL('**/reports/overview?sale=won')
    const panel = page.getByRole('region', { name: words.overview.perDay(won) })

    // The arrow keys move through the drawing, which announces the value at each point.
    const drawing = panel.getByRole('application')
    await drawing.focus()
    await page.keyboard.press('ArrowLeft')
    await panel.getByRole('status').getByText(/\d/).first().waitFor()

    await button(page, words.asTable).nth(1).click()
    await panel.getByRole('columnheader', { name: words.day }).waitFor()
    const heading = panel.getByRole('columnheader', { name: words.current })
    await heading.getByRole('button').click()
    assert.equal(await heading.getAttribute('aria-sort'), 'descending')
    assert.equal(await panel.getByRole('row').nth(1).getByRole('cell').nth(1).textContent(), '1')
    assert.deepEqual(await axeViolations(page), [], 'the table')

    const saved = page.waitForEvent('download')
    await panel.getByRole('button', { name: new RegExp(words.export) }).click()
    const text = await readFile(await (await saved).path(), 'utf8')
    assert.ok(text.startsWith(language === 'es' ? '\uFEFFDía;' : '\uFEFFDay,'), text.slice(0, 20))
    assert.equal(text.trim().split('\n').length, 31)

    await page.getByText(words.before('0')).first().waitFor()
    await page.getByRole('button', { name: words.compare, exact: true }).click()
    await page.getByText(words.before('0')).first().waitFor({ state: 'detached' })
    assert.match(page.url(), /compare=off/)

    await button(page, words.explain(won)).click()
    await page.getByText(words.overview.figures['won']![1]).waitFor()
    assert.deepEqual(page.faults, [])
  })
}

test('The period carries over between reports, also by shortcut, and is in the address', async () => {
  const page = await enter(user, 'reports/crm')
  await settled(page)
  await page.keyboard.press('w')
  await page.waitForURL('**/reports/crm?period=last_7_days')
  await page.keyboard.press(']')
  await page.waitForURL('**/reports/funnel?period=last_7_days')
  await page.getByRole('heading', { level: 1, name: reportsEs.names.funnel }).waitFor()
  await page.getByRole('combobox', { name: reportsEs.period }).click()
  await page.getByRole('option', { name: reportsEs.periods.all, exact: true }).click()
  await page.waitForURL('**/reports/funnel?period=all')
  // Reports by day need a first day.
  await page.getByRole('link', { name: reportsEs.names.overview }).click()
  await page.getByRole('combobox', { name: reportsEs.period }).getByText(reportsEs.periods.last_365_days).waitFor()
  await settled(page)
})

test('A period without data says so and offers a longer one', async () => {
  const page = await enter(user, 'reports/overview?period=custom&from=2020-01-01&to=2020-01-31')
  await page.getByText(reportsEs.noData).first().waitFor()
  assert.equal(await page.getByLabel(reportsEs.from).inputValue(), '2020-01-01')
  assert.deepEqual(await axeViolations(page), [])
  await button(page, reportsEs.widen).first().click()
  await figure(page, reportsEs.overview.figures['won']![0]).getByText('1', { exact: true }).waitFor()
})

test('A report that fails shows the error and a way to recover', async () => {
  const page = await enter(user, 'reports/conversations?inbox=999999')
  await page.getByRole('heading', { name: reportsEs.failed }).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await button(page, reportsEs.clear).click()
  await settled(page)
})

test('Selecting a person shows the conversations behind their figures', async () => {
  const page = await enter(user, 'reports/agents')
  await page.getByRole('region', { name: reportsEs.agents.table }).getByRole('button', { name: 'Ana Admin' }).click()
  await page.waitForURL(`**/reports/agents?agent=${user.id}`)
  await page.getByRole('heading', { name: reportsEs.agents.detail('Ana Admin') }).waitFor()
  await page.getByRole('link', { name: reportsEs.openConversation('Íngrid Peña') }).click()
  await page.waitForURL('**/conversations/*')
})

test('People with restricted visibility see whose figures these are', async () => {
  const agent = await makeUser('agent')
  await sql`update memberships set visibility = 'own' where account_id = ${account_id} and user_id = ${agent.id}`
  const page = await enter(agent, 'reports/crm')
  await page.getByText(reportsEs.onlyYours, { exact: true }).waitFor()
  await figure(page, reportsEs.crm.won).getByText('0', { exact: true }).waitFor()
  assert.deepEqual(await axeViolations(page), [])
})

test('Every report fits a phone, and its title opens the others', async () => {
  const page = await enter(user, 'reports/overview', { viewport: { width: 390, height: 844 }, hasTouch: true })
  for (const name of names) {
    await settled(page)
    assert.equal(await overflow(page), 0, name)
    const next = names[(names.indexOf(name) + 1) % names.length]!
    await button(page, `${reportsEs.choose}: ${reportsEs.names[name]}`).click()
    await page.getByRole('menuitemradio', { name: reportsEs.names[next], exact: true }).last().click()
    await page.waitForURL(`**/reports/${next}*`)
  }
  assert.deepEqual(await axeViolations(page), [])
  assert.deepEqual(page.faults, [])
})

test('An unknown report shows the not-found page', async () => {
  const page = await enter(user, 'reports/astrology')
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.locator('.report-body').count(), 0)
})

/** Somebody writes, is a lead, and buys; another does not. */
async function somethingHappens() {
  const say = async <T = { id: string }>(path: string, body: object) =>
    (await rest<T>('POST', path, { key, body })).body
  const inbox = await say('/inboxes', { name: 'WhatsApp', channel: 'api' })
  await say('/inboxes', { name: 'Sitio', channel: 'api' })
  const { conversation } = await say<{ conversation: { id: string } }>(`/inboxes/${inbox.id}/messages`, {
    source_id: '1',
    content: 'Hola',
    contact: { name: 'Íngrid Peña', phone_number: '+573000000001' },
  })
  await say(`/conversations/${conversation.id}/assignee`, { agent: user.id })
  const contact = await say('/contacts', { name: 'José Ñáñez', phone_number: '+573000000002' })
  await say('/leads', { name: 'Apartamento en Chapinero', contact_id: contact.id, source: 'web' })
  await say('/lost-reasons', { name: 'Precio' })
  for (const [name, outcome] of [
    ['Casa en Cajicá', { outcome: 'won' }],
    ['Lote en Chía', { outcome: 'lost', lost_reason: 'Precio' }],
  ] as const) {
    const deal = { name, contact_id: contact.id, amount: 350_000_000, expected_close_date: '2030-01-01' }
    const { id } = await say('/opportunities', deal)
    await say(`/opportunities/${id}/outcome`, outcome)
  }
}
