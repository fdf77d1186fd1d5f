import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { contactPanelEn } from '#web/screens/inbox/contact-panel/words.en.ts'
import { contactPanelEs } from '#web/screens/inbox/contact-panel/words.es.ts'
import { contactEn } from '#web/features/contacts/words.en.ts'
import { contactEs } from '#web/features/contacts/words.es.ts'
import { dealEn } from '#web/features/deals/words.en.ts'
import { dealEs } from '#web/features/deals/words.es.ts'
import { activityEn } from '#web/features/activities/words.en.ts'
import { activityEs } from '#web/features/activities/words.es.ts'
import { openApp, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { key, user, enter } = app

/** Polling needs more calls than a key’s limit per minute. */
const rest: typeof app.rest = async (...call) => {
  await app.resetRateLimits()
  return app.rest(...call)
}
const { body: inbox } = await rest<{ id: string }>('POST', '/inboxes', {
  key,
  body: { name: 'WhatsApp', channel: 'api', auto_assign: false },
})
const defined = [
  { display_name: 'Tipo', key: 'tipo', model: 'contact_attribute', type: 'list', values: ['casa', 'lote'] },
  { display_name: 'Motivo', key: 'motivo', model: 'conversation_attribute', type: 'text' },
]
for (const body of defined) await rest('POST', '/custom-attributes', { key, body })

type Conversation = { id: string; contact: { id: string }; custom_attributes: Record<string, unknown> }
type Contact = { company_name: string | null; custom_attributes: Record<string, unknown>; notes: { body: string }[] }

async function write(name: string, source_id: string, content: string) {
  const body = { source_id, content, contact: { name } }
  const answer = await rest<{ conversation: Conversation }>('POST', `/inboxes/${inbox.id}/messages`, { key, body })
  return answer.body.conversation
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

for (const [language, own, panelWords, deal, activities, colorScheme] of sample([
  ['es', contactEs, contactPanelEs, dealEs, activityEs, 'light'],
  ['en', contactEn, contactPanelEn, dealEn, activityEn, 'dark'],
] as const)) {
  test(`The contact is shown and edited beside the conversation (${language}, ${colorScheme})`, async () => {
    const name = `Íngrid Peña ${language}`
    const before = await write(name, `cliente-${language}`, 'Busco casa')
    await rest('POST', `/conversations/${before.id}/resolve`, { key, body: {} })
    const { body: talk } = await rest<Conversation>('POST', '/conversations', {
      key,
      body: {
        contact_id: before.contact.id,
        inbox_id: inbox.id,
        additional_attributes: { referer: 'https://example.com/casas' },
      },
    })
    const contact_id = talk.contact.id
    const readContact = async () => (await rest<Contact>('GET', `/contacts/${contact_id}`, { key })).body

    const viewport = { width: 1440, height: 1100 }
    const page = await enter(user, `conversations/${talk.id}`, { language, colorScheme, viewport })
    const panel = page.getByRole('region', { name: panelWords.about(name) })
    await panel.getByRole('heading', { name }).waitFor()

    // Fields, typed attributes of both, and a note.
    await button(page, own.allDetails).click()
    await panel.getByRole('button', { name: new RegExp(`^${own.fields.company_name}: `) }).click()
    await panel.getByRole('textbox', { name: own.fields.company_name }).fill('Café del Páramo')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: `${own.fields.company_name}: Café del Páramo` }).waitFor()
    await panel.getByRole('button', { name: /^Tipo: / }).click()
    await page.getByRole('menuitemradio', { name: 'lote' }).click()
    await panel.getByRole('button', { name: 'Tipo: lote' }).waitFor()
    await panel.getByRole('button', { name: /^Motivo: / }).click()
    await panel.getByRole('textbox', { name: 'Motivo' }).fill('visita')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Motivo: visita' }).waitFor()
    await panel.getByLabel(own.notes.write).fill('Llamar el lunes')
    await button(page, new RegExp(`^${own.notes.add}`)).click()
    await panel.getByRole('listitem').getByText('Llamar el lunes').waitFor()
    const saved = await readContact()
    assert.equal(saved.company_name, 'Café del Páramo')
    assert.equal(saved.custom_attributes['tipo'], 'lote')
    assert.equal(saved.notes[0]?.body, 'Llamar el lunes')
    const { body: stored } = await rest<Conversation>('GET', `/conversations/${talk.id}`, { key })
    assert.deepEqual(stored.custom_attributes, { motivo: 'visita' })

    // Earlier conversations, and the channel's data about the contact.
    await panel.getByText('Busco casa').waitFor()
    await button(page, panelWords.channel).click()
    await panel.getByRole('link', { name: 'https://example.com/casas' }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the panel')

    // Something to do with the contact alone: marked as done by mistake, taken back, and done.
    const dialog = page.locator('[role=dialog]:not([data-toast])')
    await button(page, activities.schedule).click()
    await dialog.getByLabel(activities.body).fill('Saludar')
    assert.deepEqual(await axeViolations(page), [], 'scheduling')
    await dialog.getByRole('button', { name: activities.save, exact: true }).click()
    await button(page, activities.complete('Saludar')).click()
    await page.getByRole('button', { name: locales[language].words.common.undo }).click()
    await button(page, activities.edit('Saludar')).click()
    await page.getByRole('menuitem', { name: activities.completeWithOutcome }).click()
    await page.getByRole('textbox', { name: activities.completeTitle }).fill('Quiere crédito')
    await button(page, new RegExp(`^${activities.completeNow}`)).click()
    await panel.getByText(own.activities.none).waitFor()
    await panel.getByRole('listitem').getByText('Quiere crédito').waitFor()

    // A lead, which knows where it came from.
    await button(page, own.actions.lead).click()
    assert.equal(await dialog.getByLabel(deal.fields.source).inputValue(), 'whatsapp')
    await dialog.getByLabel(deal.create.name).fill(`Casa de ${language}`)
    assert.deepEqual(await axeViolations(page), [], 'a new lead')
    await dialog.getByRole('button', { name: deal.create.submit.leads }).click()
    await panel.getByRole('link', { name: `Casa de ${language}` }).waitFor()
    const leads = await rest<{ items: { source: string; contact: { id: string } }[] }>(
      'GET',
      `/leads?contact_id=${contact_id}`,
      { key },
    )
    assert.deepEqual(
      leads.body.items.map(({ source }) => source),
      ['whatsapp'],
    )

    // Something to do about it, and done.
    await button(page, activities.schedule).click()
    await page.getByRole('menuitem', { name: `Casa de ${language}` }).click()
    await dialog.getByLabel(activities.body).fill('Confirmar la visita')
    await dialog.getByRole('button', { name: activities.save, exact: true }).click()
    await button(page, activities.complete('Confirmar la visita')).click()
    await panel.getByText(own.activities.none).waitFor()

    // A deal in two clicks, with a title that can stay.
    await button(page, own.actions.deal).click()
    await dialog.getByRole('button', { name: deal.create.submit.opportunities }).click()
    await panel.getByRole('link', { name: deal.create.suggestedName(name) }).waitFor()

    // A part that is folded away stays so.
    await button(page, new RegExp(`^${own.notes.title}`)).click()
    await panel.getByText('Llamar el lunes').waitFor({ state: 'detached' })
    await page.reload()
    await panel.getByRole('heading', { name }).waitFor()
    assert.equal(await panel.getByText('Llamar el lunes').count(), 0)

    await panel.getByRole('link', { name: own.conversations.history }).click()
    await page.locator('#contact-pane').getByText('Confirmar la visita').first().waitFor()
    assert.deepEqual(page.faults, [])
  })
}

test('Changes made to the contact elsewhere show at once', async () => {
  const { words } = locales.es
  const talk = await write('Cambiante', 'cambiante', 'Hola')
  const page = await enter(user, `conversations/${talk.id}`, { viewport: { width: 1440, height: 900 } })
  const panel = page.getByRole('region', { name: contactPanelEs.about('Cambiante') })
  await panel.getByRole('heading', { name: 'Cambiante' }).waitFor()
  await rest('PATCH', `/contacts/${talk.contact.id}`, { key, body: { city: 'Pasto', blocked: true } })
  await panel.getByText('Pasto').first().waitFor()
  await panel.getByText(contactEs.blocked, { exact: true }).waitFor()
  await rest('POST', '/leads', { key, body: { name: 'Lote en Pasto', contact_id: talk.contact.id } })
  await panel.getByRole('link', { name: 'Lote en Pasto' }).waitFor()

  await panel.getByRole('button', { name: words.common.more }).click()
  await page.getByRole('menuitem', { name: contactEs.actions.unblock }).click()
  await panel.getByText(contactEs.blocked, { exact: true }).waitFor({ state: 'detached' })
  const blocked = async () =>
    (await rest<{ blocked: boolean }>('GET', `/contacts/${talk.contact.id}`, { key })).body.blocked
  await until(async () => !(await blocked()), 'the contact to be let in')
  assert.deepEqual(page.faults, [])
})
