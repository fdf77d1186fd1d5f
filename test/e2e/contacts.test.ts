import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { conditionsEn } from '#web/features/conditions/words.en.ts'
import { conditionsEs } from '#web/features/conditions/words.es.ts'
import { contactEn } from '#web/features/contacts/words.en.ts'
import { contactEs } from '#web/features/contacts/words.es.ts'
import { importEn } from '#web/features/import/words.en.ts'
import { importEs } from '#web/features/import/words.es.ts'
import { viewEn } from '#web/features/views/words.en.ts'
import { viewEs } from '#web/features/views/words.es.ts'
import { contactsEn } from '#web/screens/contacts/words.en.ts'
import { contactsEs } from '#web/screens/contacts/words.es.ts'
import { selectionEn } from '#web/ui/selection/words.en.ts'
import { selectionEs } from '#web/ui/selection/words.es.ts'
import { openApp, overflow, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { PASSWORD } from '#test/node.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { url, key, user, account_id, enter, visit, resetRateLimits } = app

/** Polling needs more calls than a key’s limit per minute. */
const rest: typeof app.rest = async (...call) => {
  await resetRateLimits()
  return app.rest(...call)
}
await rest('POST', '/labels', { key, body: { title: 'vip', color: '#d97706' } })
for (const [i, name] of ['Íngrid Peña Muñoz', 'José Ángel Ñáñez', 'Wilson Acuña', 'Ximena Peña'].entries()) {
  const city = i === 0 ? 'Cali' : 'Bogotá'
  await rest('POST', '/contacts', { key, body: { name, phone_number: `+57300000000${i}`, city } })
}
const presupuesto = { display_name: 'Presupuesto', key: 'presupuesto', model: 'contact_attribute', type: 'currency' }
await rest('POST', '/custom-attributes', { key, body: presupuesto })

type Contact = {
  id: string
  name: string
  labels: string[]
  blocked: boolean
  custom_attributes: Record<string, unknown>
}
const find = async (query: string) => {
  const { body } = await rest<{ items: Contact[] }>('GET', `/contacts?query=${encodeURIComponent(query)}`, { key })
  return body.items
}
const shown = (page: Page, name: string) => page.getByText(name, { exact: true }).first()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

for (const [language, own, contact, views, conditions, colorScheme] of sample([
  ['es', contactsEs, contactEs, viewEs, conditionsEs, 'light'],
  ['en', contactsEn, contactEn, viewEn, conditionsEn, 'dark'],
] as const)) {
  const { words } = locales[language]
  const options = { language, colorScheme } as const
  const selection = language === 'es' ? selectionEs : selectionEn
  const mark = language

  test(`A user finds, creates and annotates a contact (${language}, ${colorScheme})`, async () => {
    const page = await enter(user, 'contacts', options)
    await shown(page, 'Wilson Acuña').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the list')

    const search = page.getByLabel(own.search).first()
    await search.fill('pena')
    await shown(page, 'Wilson Acuña').waitFor({ state: 'detached' })
    await shown(page, 'Ximena Peña').waitFor()
    await search.fill('')

    const name = `Nueva Persona ${mark}`
    await page.getByRole('button', { name: own.create.open }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(contact.fields.name).fill(name)
    await dialog.getByLabel(contact.fields.phone_number).fill('300 000 0001')
    await dialog.getByRole('button', { name: own.create.submit }).click()
    // The number is taken: the form says so and keeps what was written.
    await dialog.getByText(words.problems['phone_number.taken']).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the form with an error')
    await dialog.getByLabel(contact.fields.phone_number).fill(mark === 'es' ? '301 000 0001' : '302 000 0001')
    await dialog.getByRole('button', { name: own.create.submit }).click()

    const pane = page.locator('#contact-pane')
    await pane.getByRole('heading', { name }).waitFor()
    await pane.getByRole('button', { name: /^Presupuesto: / }).click()
    await pane.getByRole('textbox', { name: 'Presupuesto' }).fill('350.000.000')
    await page.keyboard.press('Enter')
    await pane.getByRole('button', { name: /^Presupuesto: .*350[.,]000[.,]000/ }).waitFor()
    await pane.getByLabel(contact.notes.write).fill('Llamar el lunes')
    await button(page, new RegExp(`^${contact.notes.add}`)).click()
    await shown(page, 'Llamar el lunes').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the profile')

    const [made] = await find(name)
    assert.equal(made!.custom_attributes['presupuesto'], 350_000_000)
    const profile = await rest<{ notes: { body: string; author: { name: string } }[] }>(
      'GET',
      `/contacts/${made!.id}`,
      {
        key,
      },
    )
    assert.equal(profile.body.notes[0]?.body, 'Llamar el lunes')
    assert.equal(profile.body.notes[0]?.author.name, user.name)
    assert.deepEqual(page.faults, [])
  })

  test(`The history of a contact is complete and updates live (${language}, ${colorScheme})`, async () => {
    const body = { name: `Con historia ${mark}`, email: `historia.${mark}@example.com` }
    const { body: made } = await rest<Contact>('POST', '/contacts', { key, body })
    await rest('POST', `/contacts/${made.id}/notes`, { key, body: { body: 'Prefiere la mañana' } })
    const page = await enter(user, `contacts/${made.id}?tab=timeline`, options)
    const pane = page.locator('#contact-pane')
    await pane.getByText('Prefiere la mañana').waitFor()
    await pane.getByText(own.timeline.contactCreated).waitFor()

    // Without a reload: a lead is made elsewhere.
    await rest('POST', '/leads', { key, body: { name: `Casa ${mark}`, contact_id: made.id } })
    await pane.getByRole('link', { name: `Casa ${mark}` }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the history')

    await pane.getByRole('combobox', { name: own.timeline.filter }).click()
    await page.getByRole('option', { name: own.timeline.filters.notes }).click()
    await pane.getByRole('link', { name: `Casa ${mark}` }).waitFor({ state: 'detached' })
    await pane.getByText('Prefiere la mañana').waitFor()
    assert.match(page.url(), /tab=timeline/)
    assert.match(page.url(), /show=notes/)
    assert.deepEqual(page.faults, [])
  })

  test(`Blocking a contact can be undone (${language}, ${colorScheme})`, async () => {
    const body = { name: `Insistente ${mark}`, email: `insistente.${mark}@example.com` }
    const { body: made } = await rest<Contact>('POST', '/contacts', { key, body })
    const page = await enter(user, `contacts/${made.id}`, options)
    const pane = page.locator('#contact-pane')
    await pane.getByRole('heading', { name: made.name }).waitFor()
    await pane.getByRole('button', { name: words.common.more }).click()
    await page.getByRole('menuitem', { name: contact.actions.block, exact: true }).click()
    await pane.getByText(contact.blocked, { exact: true }).waitFor()
    await until(async () => (await find(made.name))[0]!.blocked, 'the contact to be blocked')
    await button(page, words.common.undo).click()
    await pane.getByText(contact.blocked, { exact: true }).waitFor({ state: 'detached' })
    await until(async () => !(await find(made.name))[0]!.blocked, 'the contact to be unblocked')
    assert.deepEqual(page.faults, [])
  })

  test(`The list is filtered by conditions, saved as a view, sorted and labelled in bulk (${language}, ${colorScheme})`, async () => {
    const page = await enter(user, 'contacts', options)
    await shown(page, 'Wilson Acuña').waitFor()
    await button(page, own.filters.open).click()
    const popover = page.getByRole('dialog', { name: own.filters.title })
    await popover.getByRole('button', { name: conditions.add, exact: true }).click()
    await popover.getByLabel(conditions.value).fill('Cali')
    await shown(page, 'Wilson Acuña').waitFor({ state: 'detached' })
    await shown(page, 'Íngrid Peña Muñoz').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the filters')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: `${views.menu}: ${own.views.all}` }).click()
    await page.getByRole('menuitem', { name: views.saveAs }).click()
    await page.getByRole('dialog').getByLabel(views.name).fill(`De Cali ${mark}`)
    await button(page, words.common.save).click()
    await page.getByRole('button', { name: `${views.menu}: De Cali ${mark}` }).waitFor()
    assert.match(page.url(), /view=\d+/)
    await shown(page, 'Íngrid Peña Muñoz').waitFor()

    await button(page, own.filters.clear).click()
    await page.getByRole('combobox', { name: own.filters.sort }).click()
    await page.getByRole('option', { name: own.filters.sorts['-name'] }).click()
    await until(async () => /sort=-name/.test(page.url()), 'the order to be in the address')
    await page.locator('[data-row]').first().getByText('Ximena Peña').waitFor()

    await page.getByRole('checkbox', { name: own.bulk.select('Ximena Peña') }).click({ force: true })
    await page.getByText(selection.selected(1)).waitFor()
    await page.getByRole('combobox', { name: own.bulk.label, exact: true }).click()
    await page.getByRole('option', { name: 'vip' }).click()
    await page.getByText(own.bulk.labelled('vip', 1)).waitFor()
    assert.deepEqual((await find('Ximena'))[0]!.labels, ['vip'])
    await page.keyboard.press('Escape')
    await button(page, words.common.undo).click()
    await until(async () => (await find('Ximena'))[0]!.labels.length === 0, 'the label to be taken back')
    assert.deepEqual(page.faults, [])
  })

  const imports = language === 'es' ? importEs : importEn
  test(`A CSV file with custom columns is mapped, checked and imported (${language}, ${colorScheme})`, async () => {
    const page = await enter(user, 'contacts', options)
    await shown(page, 'Wilson Acuña').waitFor()
    await page.getByRole('button', { name: words.common.more }).first().click()
    await page.getByRole('menuitem', { name: words.common.importCsv }).click()
    const csv = [
      'Cliente;Celular;Talla;Presupuesto',
      `Importada ${mark};31055500${mark === 'es' ? '01' : '02'};M;12`,
      `Sin número ${mark};;S;`,
      `Mal valor ${mark};31055501${mark === 'es' ? '01' : '02'};;mucho`,
    ].join('\n')
    await page.locator('input[type=file]').setInputFiles({
      name: 'clientes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('clientes.csv').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the columns')

    // A column that nobody wants, and one that would be doubled.
    await dialog.getByRole('combobox', { name: /^Talla: / }).click()
    await page.getByRole('option', { name: contact.fields.name, exact: true }).click()
    await dialog.getByText(imports.duplicate(contact.fields.name)).waitFor()
    assert.equal(await button(page, imports.next).isDisabled(), true)
    await dialog.getByRole('combobox', { name: /^Talla: / }).click()
    await page.getByRole('option', { name: imports.skip }).click()
    await button(page, imports.next).click()

    await dialog.getByText(words.problems['phone_number.missing_field']).waitFor()
    await dialog.getByText(contact.attributes.invalid.currency).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the dry run')
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, imports.download).click()])
    assert.match(await readFile(await file.path(), 'utf8'), new RegExp(imports.reason))
    await button(page, imports.start.contacts(1)).click()
    await dialog.getByText(imports.done).waitFor()
    await button(page, words.common.done).click()
    await shown(page, `Importada ${mark}`).waitFor()

    const [imported] = await find(`Importada ${mark}`)
    assert.deepEqual(imported!.custom_attributes, { presupuesto: 12 })
    assert.deepEqual(page.faults, [])
  })

  test(`The export of contacts opens in a spreadsheet of the language (${language}, ${colorScheme})`, async () => {
    const page = await enter(user, 'contacts?q=Acuña', options)
    await shown(page, 'Wilson Acuña').waitFor()
    await page.getByRole('button', { name: words.common.more }).first().click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: words.common.exportCsv }).click(),
    ])
    const separator = language === 'es' ? ';' : ','
    const [header, row, ...others] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    const headers = language === 'es' ? ['Nombre', 'Teléfono', 'Correo'] : ['Name', 'Phone number', 'E-mail']
    assert.ok(header!.startsWith(`\uFEFF${headers.join(separator)}${separator}`), header)
    assert.ok(row!.startsWith(['Wilson Acuña', '+573000000002', '', 'Bogotá'].join(separator)), row)
    assert.deepEqual(others, [])
    assert.deepEqual(page.faults, [])
  })

  test(`Everything fits a phone (${language}, ${colorScheme})`, async () => {
    const phone = { ...options, viewport: { width: 390, height: 844 }, hasTouch: true }
    const page = await enter(user, 'contacts', phone)
    await shown(page, 'Wilson Acuña').waitFor()
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [], 'the list')
    await page.getByRole('link', { name: 'Wilson Acuña' }).click()
    await page.locator('#contact-pane').getByRole('heading', { name: 'Wilson Acuña' }).waitFor()
    await page.getByRole('tab', { name: own.tabs.timeline }).click()
    await page.getByText(own.timeline.contactCreated).waitFor()
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [], 'the profile')
    await button(page, own.back).click()
    await page.locator('#contact-pane').waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })
}

test('Contacts with the same name are listed as duplicates and can be merged', async () => {
  for (const email of ['uno@example.com', 'dos@example.com'])
    await rest('POST', '/contacts', { key, body: { name: 'Gemela Duarte', email } })
  const page = await enter(user, 'contacts/duplicates')
  await shown(page, 'Gemela Duarte').waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the duplicates')
  await button(page, contactEs.merge.confirm).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(contactEs.merge.stays, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: contactEs.merge.confirm, exact: true }).click()
  await page.getByText(contactsEs.duplicates.none).waitFor()
  assert.equal((await find('Gemela')).length, 1)
})

test('A wrong password shows an error', async () => {
  const { words } = locales.es
  const page = await visit(`/app/${account_id}/contacts`)
  await page.getByLabel(words.signIn.email).fill(user.email)
  await page.getByLabel(words.signIn.password, { exact: true }).fill('not the password')
  await button(page, words.signIn.submit).click()
  await page.getByText(words.signIn.refused).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await page.getByLabel(words.signIn.password, { exact: true }).fill(PASSWORD)
  await button(page, words.signIn.submit).click()
  await page.getByRole('heading', { name: contactsEs.title, exact: true }).waitFor()
})

test('A name with markup is plain text on every screen', async () => {
  const markup = '<img src=x onerror="document.title=\'owned\'">'
  const made = await rest<{ id: string }>('POST', '/contacts', {
    key,
    body: { name: markup, email: 'x@example.com', bio: markup },
  })
  const page = await enter(user, `contacts/${made.body.id}`)
  await page.getByRole('heading', { name: markup }).waitFor()
  await page.goto(`${url}/app/${account_id}/contacts/${made.body.id}?tab=timeline`)
  await page.getByText(contactsEs.timeline.contactCreated).waitFor()
  assert.notEqual(await page.title(), 'owned')
})
