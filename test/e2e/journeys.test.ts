import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pipeline } from '#contract/records/crm.ts'
import { activityEn } from '#web/features/activities/words.en.ts'
import { activityEs } from '#web/features/activities/words.es.ts'
import { contactEn } from '#web/features/contacts/words.en.ts'
import { contactEs } from '#web/features/contacts/words.es.ts'
import { dealEn } from '#web/features/deals/words.en.ts'
import { dealEs } from '#web/features/deals/words.es.ts'
import { reportSchedulesEn } from '#web/features/report-schedules/words.en.ts'
import { reportSchedulesEs } from '#web/features/report-schedules/words.es.ts'
import { agendaEn } from '#web/screens/agenda/words.en.ts'
import { agendaEs } from '#web/screens/agenda/words.es.ts'
import { contactPanelEn } from '#web/screens/inbox/contact-panel/words.en.ts'
import { contactPanelEs } from '#web/screens/inbox/contact-panel/words.es.ts'
import { drawerEn } from '#web/screens/pipeline/deal/words.en.ts'
import { drawerEs } from '#web/screens/pipeline/deal/words.es.ts'
import { pipelineEn } from '#web/screens/pipeline/words.en.ts'
import { pipelineEs } from '#web/screens/pipeline/words.es.ts'
import { reportsEn } from '#web/screens/reports/words.en.ts'
import { reportsEs } from '#web/screens/reports/words.es.ts'
import { openApp } from '#test/app.ts'
import { pressSequence } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { inHours } from '#test/test-drives.ts'
import { until } from '#test/wait.ts'

/* Days at work, from screen to screen, without a reload. */

const { sql, rest, key, user, makeUser, enter } = await openApp()
const { body: inbox } = await rest<{ id: string }>('POST', '/inboxes', {
  key,
  body: { name: 'WhatsApp', channel: 'api', auto_assign: false },
})
const { body: pipelines } = await rest<{ items: Pipeline[] }>('GET', '/pipelines', { key })
const { stages } = pipelines.items.find(({ kind }) => kind === 'opportunities')!
const second = stages[1]!
const desktop = { width: 1440, height: 900 }

async function write(name: string, content: string, agent?: string): Promise<string> {
  const body = { source_id: name, content, contact: { name } }
  const received = await rest<{ conversation: { id: string } }>('POST', `/inboxes/${inbox.id}/messages`, { key, body })
  const { id } = received.body.conversation
  if (agent) await rest('POST', `/conversations/${id}/assignee`, { key, body: { agent } })
  return id
}

for (const [language, activities, contacts, panelWords, deals, drawer, sales, agenda] of sample([
  ['es', activityEs, contactEs, contactPanelEs, dealEs, drawerEs, pipelineEs, agendaEs],
  ['en', activityEn, contactEn, contactPanelEn, dealEn, drawerEn, pipelineEn, agendaEn],
] as const))
  test(`A seller's day: a reply, a deal from it, a call, a move and a sale (${language})`, async () => {
    const seller = await makeUser('agent')
    const name = `Rosa Ñáñez ${language}`
    const conversation_id = await write(name, '¿Sigue disponible el 301?', seller.id)
    const { body: lead } = await rest<{ id: string }>('POST', '/leads', {
      key,
      body: { name: `Óscar ${language}`, owner_id: seller.id },
    })
    const call = `Llamar a Óscar ${language}`
    const plan = { entity_type: 'lead', entity_id: lead.id, type: 'call', due_at: inHours(-2), body: call }
    await rest('POST', '/activities', { key, body: { ...plan, assigned_to: seller.id } })
    const page = await enter(seller, 'conversations', { language, viewport: desktop })

    // The reply, and the deal that comes of it.
    await page.locator(`[data-row="${conversation_id}"]`).click()
    await page.locator('[data-message]', { hasText: 'el 301' }).waitFor()
    await page.getByText(language === 'es' ? /^Respuesta vence / : /^Response due /).waitFor()
    await page.keyboard.press('r')
    await page.locator('textarea:focus').waitFor()
    await page.keyboard.type('Sí, ¿cuándo puedes visitarlo?')
    await page.keyboard.press('Control+Enter')
    await page.locator('[data-message]', { hasText: 'visitarlo' }).waitFor()
    const panel = page.getByRole('region', { name: panelWords.about(name) })
    await page.evaluate(`clicks = 0; addEventListener('click', () => clicks++, true)`)
    await panel.getByRole('button', { name: contacts.actions.deal, exact: true }).click()
    const dialog = page.locator('[role=dialog]:not([data-toast])')
    const title = deals.create.suggestedName(name)
    await dialog.getByRole('button', { name: deals.create.submit.opportunities }).click()
    await panel.getByRole('link', { name: title }).waitFor()
    assert.equal(await page.evaluate('clicks'), 2)
    await dialog.waitFor({ state: 'detached' })

    // The overdue call, done with its outcome.
    await pressSequence(page, 'g', 'a')
    const overdue = page.getByRole('region', { name: agenda.groups.overdue })
    await overdue.getByRole('button', { name: activities.edit(call) }).click()
    await page.getByRole('menuitem', { name: activities.completeWithOutcome }).click()
    await page.getByRole('textbox', { name: activities.completeTitle }).fill('Quiere ver dos')
    await page.getByRole('button', { name: new RegExp(`^${activities.completeNow}`) }).click()
    await overdue.getByText(call).waitFor({ state: 'detached' })
    await dialog.waitFor({ state: 'detached' })

    // On the board nothing is planned for the new deal, until a visit is.
    await pressSequence(page, 'g', 'p')
    const card = page.locator('[data-id]', { hasText: title })
    await card.getByText(sales.card.unplanned).waitFor()
    await card.getByRole('link', { name: title, exact: true }).click()
    const sheet = page.locator('[data-sheet]')
    await sheet.getByRole('button', { name: activities.schedule, exact: true }).click()
    const planning = page.getByRole('dialog', { name: activities.scheduleTitle })
    await planning.getByRole('button', { name: activities.types.meeting }).click()
    await planning.getByLabel(activities.body).fill('Visita al 301')
    await planning.getByRole('button', { name: activities.quick.tomorrow }).click()
    await planning.getByRole('button', { name: activities.save, exact: true }).click()
    await sheet.getByText('Visita al 301').first().waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await card.getByText(sales.card.unplanned).waitFor({ state: 'detached' })

    // A move by key, and the sale.
    await page.getByRole('link', { name: title, exact: true }).focus()
    await page.keyboard.press('Shift+ArrowRight')
    const column = page.getByRole('region', { name: sales.column(second.name), exact: true })
    await column.getByRole('link', { name: title, exact: true }).waitFor()
    await column.getByRole('link', { name: title, exact: true }).click()
    await sheet.getByRole('button', { name: drawer.won.open, exact: true }).click()
    const won = page.getByRole('dialog', { name: drawer.won.title })
    await won.getByLabel(deals.fields.amount).fill('350000000')
    await won.getByRole('button', { name: drawer.won.submit }).click()
    await sheet.getByRole('button', { name: drawer.reopen.open, exact: true }).waitFor()
    const sold = () => sql`select from opportunities where name = ${title} and status = 'won' and amount = 350000000`
    await until(async () => (await sold()).length === 1, 'the sale')
    assert.deepEqual(page.faults, [])
  })

for (const [language, words, schedules] of sample([
  ['es', reportsEs, reportSchedulesEs],
  ['en', reportsEn, reportSchedulesEn],
] as const))
  test(`A manager's review: figures, the records behind them, and the report every Monday (${language})`, async () => {
    const [agent, colleague] = [await makeUser('agent'), await makeUser('administrator')]
    await sql`update users set name = ${`Julia ${language}`} where id = ${agent.id}`
    const waiting = await write(`Espera ${language}`, '¿Alguien me ayuda?')
    const answered = await write(`Contestada ${language}`, 'Gracias', agent.id)
    await rest('POST', `/conversations/${answered}/messages`, { key, body: { content: 'Con gusto' } })
    await rest('POST', `/conversations/${answered}/resolve`, { key })
    const page = await enter(user, 'reports/overview?period=today', { language, viewport: desktop })
    await page.locator('.report-body [aria-busy="false"]').waitFor()
    const tile = (name: string) => page.getByRole('group').locator('> div > div', { hasText: name }).first()

    // The customers who wrote, by the same number, also for a colleague with the link.
    const received = tile(words.overview.figures['incoming_messages']![0]).getByRole('link')
    const figure = (await received.textContent())!.trim()
    await received.click()
    await page.waitForURL('**/reports/lists/messages?*')
    const total = words.records.totals.messages(figure, figure === '1')
    await page.getByRole('status').filter({ hasText: total }).waitFor()
    const { pathname, search } = new URL(page.url())
    const other = await enter(colleague, pathname.split('/').slice(3).join('/') + search, { language })
    await other.getByRole('status').filter({ hasText: total }).waitFor()

    // From the list to the customer who waits, who is given to somebody.
    await page
      .getByRole('link', { name: new RegExp(`Espera ${language}`) })
      .first()
      .click()
    await page.waitForURL(`**/conversations/${waiting}*`)
    await page.locator('[data-message]', { hasText: 'me ayuda' }).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.type(`julia ${language}`)
    await page.keyboard.press('Enter')
    const taken = () => sql`select from conversations where id = ${waiting} and assignee_id = ${agent.id}`
    await until(async () => (await taken()).length === 1, 'it to be assigned')
    await page.getByRole('option').first().waitFor({ state: 'detached' })

    // The same report every Monday.
    await pressSequence(page, 'g', 'r')
    await page.getByRole('button', { name: schedules.open }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: schedules.every }).click()
    await page.getByRole('option', { name: schedules.frequencies.week, exact: true }).click()
    await dialog.getByRole('button', { name: schedules.submit }).click()
    await page.getByText(schedules.created(schedules.names.overview)).waitFor()
    assert.deepEqual([...page.faults, ...other.faults], [])
  })
