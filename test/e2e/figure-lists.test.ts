import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { reportsEn } from '#web/screens/reports/words.en.ts'
import { reportsEs, type ReportsWords } from '#web/screens/reports/words.es.ts'
import { openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'

/* Figures of messages, assignments, SLA breaches and surveys open lists with the same number of records. */

const { sql, rest, key, user, account_id, makeUser, enter } = await openApp()
const languages = [
  ['es', reportsEs],
  ['en', reportsEn],
] as const
await talkToCustomers()

/** The figures have come. */
const settled = (page: Page) => page.locator('.report-body [aria-busy="false"]').waitFor()
const tile = (page: Page, name: string) => page.getByRole('group').locator('> div > div', { hasText: name }).first()

/** Opens the list behind a figure, compares its number of records, and returns to the report. */
async function compare(
  page: Page,
  words: ReportsWords,
  figure: Locator,
  list: keyof ReportsWords['records']['totals'],
) {
  const text = (await figure.textContent())!.trim()
  await figure.click()
  await page.waitForURL(`**/reports/lists/${list}?*`)
  const shown = words.records.totals[list](text, text === '1')
  await page.getByRole('status').filter({ hasText: shown }).waitFor()
  const rows = page.getByRole('region', { name: words.records.titles[list] }).getByRole('row')
  await rows.nth(Number(text)).waitFor()
  assert.equal(await rows.count(), Number(text) + 1)
  const address = page.url()
  await page.goBack()
  await settled(page)
  return address
}

for (const [language, words] of sample(languages)) {
  test(`Numbers of messages open these messages, and the address can be shared (${language})`, async () => {
    const page = await enter(user, 'reports/overview', { language, viewport: { width: 1440, height: 900 } })
    await settled(page)
    const received = tile(page, words.overview.figures['incoming_messages']![0]).getByRole('link')
    assert.equal(await received.textContent(), '3')
    const address = new URL(await compare(page, words, received, 'messages'))
    const again = await enter(user, address.pathname.split('/').slice(3).join('/') + address.search, { language })
    await again.getByText('¿Tienen parqueadero?').waitFor()
    assert.deepEqual(await axeViolations(again), [])
    const sent = tile(page, words.overview.figures['human_messages']![0]).getByRole('link')
    await compare(page, words, sent, 'messages')
    assert.deepEqual([...page.faults, ...again.faults], [])
  })

  test(`A point of the daily chart and an hour of the week open their messages (${language})`, async () => {
    const place = 'reports/overview?talk=incoming_messages&period=today'
    const page = await enter(user, place, { language, viewport: { width: 1440, height: 900 } })
    await settled(page)
    const [name] = words.overview.figures['incoming_messages']!
    const chart = page.getByRole('region', { name: words.overview.perDay(name) }).getByRole('application')
    const openedBy = async (act: () => Promise<void>) => {
      await act()
      await page.waitForURL('**/reports/lists/messages?*')
      await page
        .getByRole('status')
        .filter({ hasText: words.records.totals.messages('3', false) })
        .waitFor()
      await page.goBack()
      await settled(page)
    }
    await openedBy(() => chart.click())
    await openedBy(async () => {
      await chart.focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
    })
    await page.goto(page.url().replace('overview', 'conversations'))
    await settled(page)
    const hour = page.getByRole('table', { name: words.conversations.heat }).getByRole('link').first()
    await compare(page, words, hour, 'messages')
    assert.deepEqual(page.faults, [])
  })

  test(`Conversations of a person and their replies open their lists (${language})`, async () => {
    const page = await enter(user, 'reports/agents', { language })
    await settled(page)
    await compare(page, words, tile(page, words.agents.assigned).getByRole('link'), 'assignments')
    const row = page.getByRole('region', { name: words.agents.table }).getByRole('row', { name: /Ana Admin/ })
    const cell = (name: string) => row.getByRole('cell').nth(columns.indexOf(name)).getByRole('link')
    const columns = ['name', 'assigned', 'resolved', 'rate', 'first', 'median', 'mean', 'working', 'messages']
    await compare(page, words, cell('assigned'), 'assignments')
    await compare(page, words, cell('resolved'), 'assignments')
    await compare(page, words, cell('messages'), 'messages')
    await page.goto(page.url().replace('reports/agents', 'reports/agent-response-times'))
    await settled(page)
    await compare(page, words, tile(page, words.times.answers).getByRole('link'), 'messages')
    assert.deepEqual(page.faults, [])
  })

  test(`SLA breaches and survey answers open their lists (${language})`, async () => {
    const page = await enter(user, 'reports/sla-breaches', { language })
    await settled(page)
    await compare(page, words, tile(page, words.sla.total).getByRole('link'), 'sla_breaches')
    const breakdown = page.getByRole('region', { name: words.sla.table }).getByRole('link')
    for (const n of [0, 1]) await compare(page, words, breakdown.nth(n), 'sla_breaches')
    await page.goto(page.url().replace('reports/sla-breaches', 'reports/satisfaction'))
    await settled(page)
    await compare(page, words, tile(page, words.satisfaction.sent).getByRole('link'), 'csat_responses')
    await compare(page, words, tile(page, words.satisfaction.answered).getByRole('link'), 'csat_responses')
    const stars = page.getByRole('list', { name: words.satisfaction.spread }).getByRole('link')
    await compare(page, words, stars.first(), 'csat_responses')
    assert.deepEqual(page.faults, [])
  })

  test(`Response times of leads of a source open these leads (${language})`, async () => {
    const page = await enter(user, 'reports/lead-response-times?source=sitio', { language })
    await settled(page)
    await tile(page, words.leads.total).getByRole('link', { name: '1', exact: true }).click()
    await page.waitForURL('**/pipeline?*source_name*')
    await page.getByRole('status').filter({ hasText: '1 lead' }).first().waitFor()
    await page.getByRole('link', { name: 'Apartamento en Chapinero' }).waitFor()
    assert.deepEqual(page.faults, [])
  })
}

test('The queue opens the conversations that wait, and the funnel its deals', async () => {
  const page = await enter(user, 'reports/conversations')
  await settled(page)
  await page.getByRole('link', { name: reportsEs.conversations.queueWaiting('1'), exact: true }).click()
  await page.waitForURL('**/conversations?*waiting_since*')
  await page
    .getByRole('link', { name: /José Ñáñez/ })
    .first()
    .waitFor()
  assert.equal(await page.getByRole('link', { name: /Íngrid Peña/ }).count(), 0)
  await page.goto(page.url().replace(/conversations.*/, 'reports/funnel'))
  await settled(page)
  await tile(page, reportsEs.funnel.total).getByRole('link', { name: '1', exact: true }).click()
  await page.waitForURL('**/pipeline?*created_at*')
  await page.getByRole('status').filter({ hasText: '1 negocio' }).first().waitFor()
  await page.getByRole('link', { name: 'Casa en Cajicá' }).waitFor()
  assert.deepEqual(page.faults, [])
})

test('The average deal opens the won deals it is computed from', async () => {
  const say = async (path: string, body: object) => {
    const { status, body: answer, text } = await rest<{ id: string }>('POST', path, { key, body })
    assert.ok(status < 300, text)
    return answer.id
  }
  const contact_id = await say('/contacts', { name: 'Nidia Ríos', phone_number: '+573000000017' })
  const deal = { contact_id, expected_close_date: '2030-01-01' }
  const inPesos = { ...deal, name: 'Finca en Guasca', amount: 900_000_000, currency: 'COP' }
  const inDollars = { ...deal, name: 'Loft en Miami', amount: 300_000, currency: 'USD' }
  for (const each of [inPesos, inDollars]) {
    const id = await say('/opportunities', each)
    await say(`/opportunities/${id}/outcome`, { outcome: 'won' })
  }
  const page = await enter(user, 'reports/crm')
  await settled(page)
  await tile(page, reportsEs.crm.ticket).getByRole('link').click()
  await page.waitForURL('**/pipeline?*currency*')
  await page.getByRole('status').filter({ hasText: '1 negocio' }).first().waitFor()
  await page.getByRole('link', { name: 'Finca en Guasca' }).waitFor()
  assert.deepEqual(page.faults, [])
})

test('A column of a distribution opens its conversations', async () => {
  const page = await enter(user, 'reports/conversations?compare=off', { viewport: { width: 1440, height: 900 } })
  await settled(page)
  const chart = page.getByRole('region', { name: reportsEs.conversations.spread }).getByRole('application')
  const { height } = (await chart.boundingBox())!
  await chart.click({ position: { x: 40, y: height / 2 } })
  await page.waitForURL('**/conversations?*answer_seconds*')
  await page
    .getByRole('link', { name: /Íngrid Peña/ })
    .first()
    .waitFor()
  assert.deepEqual(page.faults, [])
})

test('A person who sees only their own gets a list of these, on a phone too', async () => {
  const beto = await makeUser('agent')
  await sql`update memberships set visibility = 'own' where user_id = ${beto.id}`
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const page = await enter(beto, 'reports/lists/messages', options)
  await page
    .getByRole('status')
    .filter({ hasText: reportsEs.records.totals.messages('0', false) })
    .waitFor()
  await page.getByText(reportsEs.onlyYours, { exact: true }).waitFor()
  const all = await enter(user, 'reports/lists/messages', options)
  await all.getByText('¿Tienen parqueadero?').waitFor()
  assert.equal(await overflow(all), 0)
  assert.deepEqual(await axeViolations(all), [])
  assert.deepEqual([...page.faults, ...all.faults], [])
})

/** Two customers write, one is answered and resolved; targets are missed, surveys answered, and a lead comes. */
async function talkToCustomers() {
  await sql`update users set name = 'Ana Admin' where id = ${user.id}`
  const say = async <T = { id: string }>(path: string, body: object) => {
    const answer = await rest<T>('POST', path, { key, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }
  const inbox = await say('/inboxes', { name: 'WhatsApp', channel: 'api', auto_assign: false })
  const write = async (source_id: string, name: string, content: string) => {
    const message = { source_id, content, contact: { name } }
    return (await say<{ conversation: { id: string } }>(`/inboxes/${inbox.id}/messages`, message)).conversation.id
  }
  const first = await write('1', 'Íngrid Peña', 'Hola')
  await write('1', 'Íngrid Peña', '¿Tienen parqueadero?')
  const second = await write('2', 'José Ñáñez', 'Buenas tardes')
  for (const id of [first, second]) await say(`/conversations/${id}/assignee`, { agent: user.id })
  const page = await enter(user, 'settings/profile')
  const message = JSON.stringify({ conversation_id: first, content: 'Sí, dos' })
  const headers = JSON.stringify({ 'content-type': 'application/json', 'x-account-id': account_id })
  const send = `fetch('/api/app/send_message', { method: 'POST', body: ${JSON.stringify(message)}, headers: ${headers} })`
  assert.equal(await page.evaluate(`${send}.then(({ status }) => status)`), 200)
  await say(`/conversations/${first}/resolve`, {})
  await sql`
    insert into sla_breaches (account_id, conversation_id, inbox_id, kind, priority, assignee_id, due_at, breached_at)
    select account_id, id, inbox_id, k.kind, 'none', assignee_id, now(), now()
      from conversations, (values ('first_response'), ('resolution')) k (kind)
     where account_id = ${account_id} and id = any(${[first, second]}::bigint[])`
  await sql`
    insert into csat_surveys (account_id, conversation_id, contact_id, inbox_id, assignee_id, rating, sent_at, answered_at)
    select account_id, id, contact_id, inbox_id, assignee_id, case when id = ${first} then 5 end, now(), case when id = ${first} then now() end
      from conversations where account_id = ${account_id} and id = any(${[first, second]}::bigint[])`
  await say('/leads', { name: 'Apartamento en Chapinero', source: 'Sitio web' })
  await say('/leads', { name: 'Bodega en Funza', source: 'Feria' })
  const { id: contact_id } = await say('/contacts', { name: 'Rosa Díaz', phone_number: '+573000000009' })
  const deal = { name: 'Casa en Cajicá', contact_id, amount: 350_000_000, expected_close_date: '2030-01-01' }
  await say('/opportunities', deal)
}
