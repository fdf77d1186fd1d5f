import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { contactPanelEn } from '#web/locales/contact-panel.en.ts'
import { contactPanelEs } from '#web/locales/contact-panel.es.ts'
import { contactsEn } from '#web/locales/contacts.en.ts'
import { contactsEs } from '#web/locales/contacts.es.ts'
import { dealEn } from '#web/locales/deal.en.ts'
import { dealEs } from '#web/locales/deal.es.ts'
import { pipelineEn } from '#web/locales/pipeline.en.ts'
import { pipelineEs } from '#web/locales/pipeline.es.ts'
import { openApp, tongues } from '#test/app.ts'
import { barriers } from '#test/browser.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { key, user, enter } = app

/** Asking and waiting takes more calls than a key has in a minute. */
const rest: typeof app.rest = async (...call) => {
  await app.forgive()
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

for (const [language, own, panelWords, deal, pipeline, colorScheme] of [
  ['es', contactsEs, contactPanelEs, dealEs, pipelineEs, 'light'],
  ['en', contactsEn, contactPanelEn, dealEn, pipelineEn, 'dark'],
] as const) {
  test(`the contact stands beside the conversation, and is worked with there (${language}, ${colorScheme})`, async () => {
    const { words } = tongues[language]
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
    await panel.getByRole('button', { name: new RegExp(`^${words.contacts.fields.company_name}: `) }).click()
    await panel.getByRole('textbox', { name: words.contacts.fields.company_name }).fill('Café del Páramo')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: `${words.contacts.fields.company_name}: Café del Páramo` }).waitFor()
    await panel.getByRole('button', { name: /^Tipo: / }).click()
    await page.getByRole('menuitemradio', { name: 'lote' }).click()
    await panel.getByRole('button', { name: 'Tipo: lote' }).waitFor()
    await panel.getByRole('button', { name: /^Motivo: / }).click()
    await panel.getByRole('textbox', { name: 'Motivo' }).fill('visita')
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Motivo: visita' }).waitFor()
    await panel.getByLabel(words.contacts.notes.write).fill('Llamar el lunes')
    await button(page, new RegExp(`^${words.contacts.notes.add}`)).click()
    await panel.getByText('Llamar el lunes').waitFor()
    const saved = await readContact()
    assert.equal(saved.company_name, 'Café del Páramo')
    assert.equal(saved.custom_attributes['tipo'], 'lote')
    assert.equal(saved.notes[0]?.body, 'Llamar el lunes')
    const { body: told } = await rest<Conversation>('GET', `/conversations/${talk.id}`, { key })
    assert.deepEqual(told.custom_attributes, { motivo: 'visita' })

    // What was talked about before, and what the channel knows.
    await panel.getByText('Busco casa').waitFor()
    await button(page, panelWords.channel).click()
    await panel.getByRole('link', { name: 'https://example.com/casas' }).waitFor()
    assert.deepEqual(await barriers(page), [], 'the panel')

    // A lead, which knows where it came from.
    await button(page, own.sales.add).click()
    await page.getByRole('menuitem', { name: own.acts.lead }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel(pipeline.create.source).inputValue(), 'whatsapp')
    await dialog.getByLabel(pipeline.create.name).fill(`Casa de ${language}`)
    assert.deepEqual(await barriers(page), [], 'a new lead')
    await dialog.getByRole('button', { name: pipeline.create.submit.leads }).click()
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
    await button(page, deal.activities.schedule).click()
    await dialog.getByLabel(deal.activities.body).fill('Confirmar la visita')
    await dialog.getByRole('button', { name: deal.activities.save, exact: true }).click()
    await button(page, deal.activities.complete('Confirmar la visita')).click()
    await button(page, new RegExp(`^${deal.activities.completeNow}`)).click()
    await panel.getByText(own.activities.none).waitFor()

    // A part that is folded away stays so.
    await button(page, new RegExp(`^${words.contacts.notes.title}`)).click()
    await panel.getByText('Llamar el lunes').waitFor({ state: 'detached' })
    await page.reload()
    await panel.getByRole('heading', { name }).waitFor()
    assert.equal(await panel.getByText('Llamar el lunes').count(), 0)

    await panel.getByRole('link', { name: own.conversations.all }).click()
    await page.locator('#contact-pane').getByText('Confirmar la visita').first().waitFor()
    assert.deepEqual(page.faults, [])
  })
}

test('what happens to the contact elsewhere shows at once', async () => {
  const { words } = tongues.es
  const talk = await write('Cambiante', 'cambiante', 'Hola')
  const page = await enter(user, `conversations/${talk.id}`, { viewport: { width: 1440, height: 900 } })
  const panel = page.getByRole('region', { name: contactPanelEs.about('Cambiante') })
  await panel.getByRole('heading', { name: 'Cambiante' }).waitFor()
  await rest('PATCH', `/contacts/${talk.contact.id}`, { key, body: { city: 'Pasto', blocked: true } })
  await panel.getByText('Pasto').first().waitFor()
  await panel.getByText(contactsEs.blocked, { exact: true }).waitFor()
  await rest('POST', '/leads', { key, body: { name: 'Lote en Pasto', contact_id: talk.contact.id } })
  await panel.getByRole('link', { name: 'Lote en Pasto' }).waitFor()

  await panel.getByRole('button', { name: words.common.more }).click()
  await page.getByRole('menuitem', { name: contactsEs.acts.unblock }).click()
  await panel.getByText(contactsEs.blocked, { exact: true }).waitFor({ state: 'detached' })
  const blocked = async () =>
    (await rest<{ blocked: boolean }>('GET', `/contacts/${talk.contact.id}`, { key })).body.blocked
  await until(async () => !(await blocked()), 'the contact to be let in')
  assert.deepEqual(page.faults, [])
})
