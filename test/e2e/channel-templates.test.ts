import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { templateEn } from '#web/features/channel-templates/words.en.ts'
import { templateEs } from '#web/features/channel-templates/words.es.ts'
import { automationsEn } from '#web/screens/settings/automations/words.en.ts'
import { automationsEs } from '#web/screens/settings/automations/words.es.ts'
import { inboxesEs } from '#web/screens/settings/inboxes/words.es.ts'
import { locales, openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'

const whatsapp = await openFakeWhatsApp()
after(() => whatsapp.close())
const { key, user, enter, rest } = await openApp({
  HILO_GRAPH_URL: whatsapp.url,
  HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
})
const inbox = { name: 'Panadería', channel: 'whatsapp', credentials: whatsapp.credentials }
const { id: inbox_id } = (await rest<{ id: string }>('POST', '/inboxes', { key, body: inbox })).body
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

test('A template with a picture in its header is submitted with an example', async () => {
  const { templates: words } = inboxesEs
  const page = await enter(user, `settings/inboxes/${inbox_id}/template`, { language: 'es' })
  await page.getByLabel(words.name, { exact: true }).fill('catalogo')
  await page.getByRole('combobox', { name: words.header }).click()
  await page.getByRole('option', { name: words.headerKinds.IMAGE }).click()
  await page.getByLabel(words.body, { exact: true }).fill('Mira nuestro catálogo.')
  await page.getByRole('button', { name: words.submit }).click()
  await page.getByText(words.headerFileMissing).waitFor()
  await page.getByLabel(words.headerExample).setInputFiles(picture('pan.png'))
  await page.getByText('pan.png').first().waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the form')
  await page.getByRole('button', { name: words.submit }).click()
  await page.getByText(words.statuses.PENDING, { exact: true }).waitFor()
  assert.equal(whatsapp.callsOf('upload')[0]!.body.bytes.toString('base64'), pixel)
  assert.match((whatsapp.templates[0]!.components[0] as never)['example']['header_handle'][0], /^4::/)
  assert.deepEqual(page.faults, [])
})

test('A rule sends a file that is uploaded in its form, and the next one chooses it again', async () => {
  whatsapp.templates[0]!.status = 'APPROVED'
  await rest('POST', `/inboxes/${inbox_id}/templates/sync`, { key })
  for (const [language, rules, template, common, sizes] of [
    ['es', automationsEs, templateEs, locales.es.words.common, {}],
    ['en', automationsEn, templateEn, locales.en.words.common, phone],
  ] as const) {
    const page = await enter(user, 'settings/automations/new', { language, ...sizes, reducedMotion: 'reduce' })
    const { actions } = rules
    await page.getByLabel(rules.fields.name, { exact: true }).fill(`Catálogo ${language}`)
    await page.getByRole('button', { name: actions.add, exact: true }).click()
    await page.getByRole('menuitem', { name: actions.names.send_message }).click()
    const action = page.getByRole('group', { name: actions.number(1) })
    await action.getByRole('button', { name: actions.messageKinds.template, exact: true }).click()
    await action.getByRole('combobox', { name: template.choose }).click()
    await page.getByRole('option', { name: /catalogo/ }).click()
    if (language === 'es') await action.getByLabel(template.file.image).setInputFiles(picture('catalogo.png'))
    else {
      await action.getByRole('combobox', { name: template.storedFile }).click()
      await page.getByRole('option', { name: 'catalogo.png' }).click()
    }
    await action.getByText('catalogo.png').waitFor()
    await action.getByRole('button', { name: template.removeFile('catalogo.png') }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the action')
    assert.equal(await overflow(page), 0)
    await page.getByRole('button', { name: common.save, exact: true }).click()
    await page.getByText(rules.saved).waitFor()
    assert.deepEqual(page.faults, [])
  }
  const files = (await rest<{ items: { id: string }[] }>('GET', `/inboxes/${inbox_id}/files`, { key })).body.items
  type Rule = { actions: { template: { parameters: object } }[] }
  const { items } = (await rest<{ items: Rule[] }>('GET', '/automation-rules', { key })).body
  assert.deepEqual(
    items.map(({ actions }) => actions[0]!.template.parameters),
    [{ header: { attachment_id: files[0]!.id } }, { header: { attachment_id: files[0]!.id } }],
  )
})
