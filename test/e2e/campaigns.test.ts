import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { conditionsEn } from '#web/features/conditions/words.en.ts'
import { messageEn } from '#web/features/message-template/words.en.ts'
import { messageEs } from '#web/features/message-template/words.es.ts'
import { openApp, overflow, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'

const messageWords = { es: messageEs, en: messageEn }

const { sql, user, url, account_id, key, rest, enter } = await openApp()
const { words: es, settings: se } = locales.es
const { words: en, settings: sn } = locales.en

await rest('POST', '/labels', { key, body: { title: 'vip', color: '#d97706' } })
const inbox = await rest<{ id: string }>('POST', '/inboxes', { key, body: { name: 'Ventas', channel: 'api' } })
for (const [i, name] of ['Íngrid Peña', 'José Ñáñez', 'Wilson Acuña', 'Ximena Peña'].entries()) {
  const body = { name, phone_number: `+57300000000${i}`, city: i < 3 ? 'Bogotá' : 'Cali', labels: i < 3 ? ['vip'] : [] }
  await rest('POST', '/contacts', { key, body })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('A campaign is created, started and reaches its audience', async () => {
  const page = await enter(user, 'settings/campaigns')
  await page.getByRole('heading', { name: se.campaigns.empty }).waitFor()
  await button(page, se.campaigns.create).click()
  const dialog = page.getByRole('dialog', { name: se.campaigns.create })
  await dialog.getByText(se.campaigns.noAudience).waitFor()
  await button(page, es.common.save).click()
  // The server says what is missing, each beside its field.
  await dialog.getByText(es.problems['name.missing_field']).waitFor()

  await dialog.getByLabel(se.campaigns.fields.name).fill('Ruanas de noviembre')
  await dialog.getByRole('combobox', { name: se.campaigns.fields.inbox }).click()
  await page.getByRole('option', { name: 'Ventas' }).click()
  await dialog.getByLabel(es.labels.add, { exact: true }).click()
  await page.getByRole('option', { name: 'vip' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByText(se.campaigns.reach('3 contactos', '3')).waitFor()
  await dialog.getByLabel(se.campaigns.fields.content, { exact: true }).fill('Hola ')
  await button(page, messageWords.es.insert).click()
  await page.getByRole('menuitem', { name: se.campaigns.variables['contact.first_name']![0] }).click()
  await dialog.getByText(se.campaigns.variables['contact.first_name']![1], { exact: true }).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the form')
  await button(page, es.common.save).click()

  await page.getByRole('heading', { name: 'Ruanas de noviembre', level: 1 }).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the draft')
  await button(page, se.campaigns.start).click()
  await page.getByText(se.campaigns.startWarning('3 contactos')).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: se.campaigns.start }).click()
  await page.getByText(se.campaigns.statuses.done).waitFor()
  await page.getByRole('link', { name: 'Íngrid Peña' }).waitFor()
  await page.getByRole('link', { name: 'Wilson Acuña' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Ximena Peña' }).count(), 0)
  assert.deepEqual(await axeViolations(page), [], 'the campaign that is done')
  const sent = await sql<{
    content: string
  }>`select content from messages where account_id = ${account_id} order by content`
  assert.deepEqual(
    sent.map(({ content }) => content),
    ['Hola José', 'Hola Wilson', 'Hola Íngrid'].sort(byCodePoint),
  )

  await page.getByRole('combobox', { name: se.campaigns.recipients.filter }).click()
  await page.getByRole('option', { name: se.campaigns.recipients.statuses.failed }).click()
  await page.getByText(se.campaigns.recipients.noMatch).waitFor()
  assert.deepEqual(page.faults, [])
})

test('A scheduled campaign is edited, stopped and deleted (on a phone, in dark mode)', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' as const }
  const page = await enter(user, 'settings/campaigns', { language: 'en', ...phone })
  await button(page, sn.campaigns.create).click()
  const dialog = page.getByRole('dialog', { name: sn.campaigns.create })
  await dialog.getByLabel(sn.campaigns.fields.name).fill('Later')
  await dialog.getByRole('combobox', { name: sn.campaigns.fields.inbox }).click()
  await page.getByRole('option', { name: 'Ventas' }).click()
  await button(page, conditionsEn.add).click()
  await dialog.getByLabel(conditionsEn.value).fill('cali')
  await dialog.getByText(sn.campaigns.reach('1 contact', '1')).waitFor()
  await dialog.getByLabel(sn.campaigns.fields.content, { exact: true }).fill('Hi')
  await dialog.getByRole('radio', { name: sn.campaigns.fields.later }).click()
  await button(page, en.common.save).click()
  await dialog.getByText(en.problems['scheduled_at.invalid_request']).waitFor()
  await dialog.getByLabel(sn.campaigns.fields.at('Bogota')).fill('2020-01-01T09:00')
  await button(page, en.common.save).click()
  await dialog.getByText(en.problems['scheduled_at.invalid_value']).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the form on a phone')
  assert.equal(await overflow(page), 0)
  await dialog.getByLabel(sn.campaigns.fields.at('Bogota')).fill('2035-01-01T09:00')
  await button(page, en.common.save).click()

  await page.getByRole('heading', { name: 'Later', level: 1 }).waitFor()
  const [kept] = await sql<{ scheduled_at: Date | string }>`select scheduled_at from campaigns where name = 'Later'`
  assert.equal(new Date(kept!.scheduled_at).toISOString(), '2035-01-01T14:00:00.000Z', 'nine o’clock in Bogotá')
  await page.getByText('City is cali').waitFor()
  await button(page, en.common.more).click()
  await page.getByRole('menuitem', { name: sn.campaigns.edit }).click()
  const edit = page.getByRole('dialog', { name: sn.campaigns.edit })
  assert.equal(await edit.getByLabel(sn.campaigns.fields.at('Bogota')).inputValue(), '2035-01-01T09:00')
  await edit.getByLabel(sn.campaigns.fields.per_minute).fill('0')
  await button(page, en.common.save).click()
  await edit.getByText(en.problems['per_minute.invalid_request']).waitFor()
  await edit.getByLabel(sn.campaigns.fields.per_minute).fill('30')
  await button(page, en.common.save).click()
  await page.getByText(sn.campaigns.pace(30, '30')).waitFor()

  await button(page, sn.campaigns.stop).click()
  await page.getByText(sn.campaigns.statuses.stopped, { exact: true }).waitFor()
  await button(page, en.common.more).click()
  await page.getByRole('menuitem', { name: sn.campaigns.delete }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: sn.campaigns.delete }).click()
  await page.getByText(sn.campaigns.deleted('Later')).waitFor()
  await page.getByRole('heading', { name: sn.campaigns.title, level: 1 }).waitFor()
  await page.getByRole('progressbar').waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the list')
  assert.deepEqual(page.faults, [])
})

test('An audience set through the API is shown and kept', async () => {
  const city = (name: string) => ({ all: [{ field: 'city', operator: 'equal_to', values: [name] }] })
  const audience = { labels: [], filter: { any: [city('Bogotá'), city('Cali')] } }
  const body = { name: 'De un programa', inbox: inbox.body.id, content: 'Hola', audience }
  const made = await rest<{ id: string }>('POST', '/campaigns', { key, body })
  const page = await enter(user, `settings/campaigns/${made.body.id}`)
  await page.getByText(se.campaigns.advancedShort).waitFor()
  await button(page, es.common.more).click()
  await page.getByRole('menuitem', { name: se.campaigns.edit }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(se.campaigns.advanced).waitFor()
  await dialog.getByText(se.campaigns.reach('4 contactos', '4')).waitFor()
  await dialog.getByLabel(se.campaigns.fields.name).fill('De un programa, con otro nombre')
  await button(page, es.common.save).click()
  await page.getByRole('heading', { name: 'De un programa, con otro nombre', level: 1 }).waitFor()
  const read = await rest<{ audience: unknown }>('GET', `/campaigns/${made.body.id}`, { key })
  assert.deepEqual(read.body.audience, audience)
  await page.goto(`${url}/app/${account_id}/settings/campaigns/999999`)
  await page.getByRole('heading', { name: se.campaigns.unreadable }).waitFor()
})

const byCodePoint = (a: string, b: string) => (a < b ? -1 : 1)
