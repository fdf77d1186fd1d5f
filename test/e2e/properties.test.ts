import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '#web/app/words.en.ts'
import { es } from '#web/app/words.es.ts'
import { importEs } from '#web/features/import/words.es.ts'
import { propertiesEn } from '#web/screens/properties/words.en.ts'
import { propertiesEs } from '#web/screens/properties/words.es.ts'
import { selectionEn } from '#web/ui/selection/words.en.ts'
import { selectionEs } from '#web/ui/selection/words.es.ts'
import { openApp } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'

const { rest, key, user, enter } = await openApp()
await rest('PATCH', '/account', { key, body: { modules: ['real_estate'] } })

// The smallest picture there is.
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const openAt = (place: string, language: 'es' | 'en', colorScheme: 'light' | 'dark') =>
  enter(user, place, { language, colorScheme })

for (const [language, words, properties, selection, colorScheme] of sample([
  ['es', es, propertiesEs, selectionEs, 'light'],
  ['en', en, propertiesEn, selectionEn, 'dark'],
] as const)) {
  test(`A property is created, edited, found and deleted, with photos (${language}, ${colorScheme})`, async () => {
    const code = `APT-${language}`
    const page = await openAt('properties', language, colorScheme)
    await page.getByRole('heading', { name: properties.title, exact: true }).waitFor()
    await page.getByRole('button', { name: properties.create.open }).first().click()
    const form = page.getByRole('dialog', { name: properties.create.title })
    await form.getByLabel(properties.fields.name, { exact: true }).fill(`Loft ${language}`)
    await form.getByLabel(properties.fields.list_price).fill('mucho')
    await form.getByRole('button', { name: properties.create.submit }).click()
    await form.getByLabel(properties.fields.list_price).fill('420.000.000')
    await form.getByLabel(properties.fields.code).fill(code)
    await form.getByLabel(properties.fields.bedrooms).fill('2')
    assert.deepEqual(await axeViolations(page), [], 'the form')
    await form.getByRole('button', { name: properties.create.submit }).click()
    await page.getByRole('heading', { name: `Loft ${language}` }).waitFor()
    // Availability is stored as text, and named in the language of the person.
    await page.getByText(properties.valueNames['disponible']!, { exact: true }).first().waitFor()

    await page.getByRole('button', { name: properties.photos.add }).click()
    const photos = page.getByRole('dialog', { name: properties.photos.title })
    const files = ['una.png', 'dos.png'].map((name) => ({ name, mimeType: 'image/png', buffer: dot }))
    await photos.locator('input[type=file]').setInputFiles(files)
    await photos.getByRole('button', { name: properties.photos.earlier(2) }).click()
    assert.deepEqual(await axeViolations(page), [], 'the photos')
    await photos.getByRole('button', { name: properties.photos.remove(2) }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.common.delete }).click()
    await photos.getByRole('button', { name: properties.photos.remove(2) }).waitFor({ state: 'detached' })
    await photos.getByRole('button', { name: properties.photos.done }).click()
    await page.getByRole('img', { name: properties.photoOf(`Loft ${language}`, 1) }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the page')

    await page.keyboard.press('e')
    const edit = page.getByRole('dialog', { name: properties.edit.title })
    await edit.getByLabel(properties.fields.city, { exact: true }).fill('Bogotá')
    await edit.getByLabel(properties.fields.property_type, { exact: true }).fill('casa')
    await edit.getByRole('button', { name: words.common.save }).click()
    await page.getByText('Bogotá').waitFor()
    await page.getByText(properties.valueNames['casa']!, { exact: true }).first().waitFor()

    await page.getByRole('link', { name: properties.back }).click()
    await page.getByRole('button', { name: properties.filters }).click()
    await page.getByLabel(properties.fields.city, { exact: true }).fill('bogota')
    await page.getByLabel(properties.minBedrooms).fill('2')
    await page.getByRole('button', { name: properties.apply }).click()
    await page.getByRole('link', { name: `Loft ${language}` }).waitFor()
    assert.match(page.url(), /city=bogota&min_bedrooms=2/)
    assert.deepEqual(await axeViolations(page), [], 'the list')

    await page.getByRole('checkbox', { name: properties.bulk.select(`Loft ${language}`) }).click()
    const bulk = page.getByRole('toolbar', { name: selection.label })
    assert.deepEqual(await axeViolations(page), [], 'choosing')
    await bulk.getByRole('button', { name: properties.bulk.availability }).click()
    await page.getByRole('menuitem', { name: properties.valueNames['reservado']! }).click()
    await page.getByText(properties.valueNames['reservado']!, { exact: true }).first().waitFor()

    await page.getByRole('link', { name: `Loft ${language}` }).click()
    await page.getByRole('button', { name: words.common.more }).click()
    await page.getByRole('menuitem', { name: properties.remove.delete }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: properties.remove.delete }).click()
    await page.getByRole('heading', { name: properties.title, exact: true }).waitFor()
    const left = await rest<{ items: unknown[] }>('GET', `/properties?name_search=${code}&only_active=false`, { key })
    assert.equal(left.body.items.length, 0)
    assert.deepEqual(page.faults, [])
  })
}

test('A bulk change leaves out the selected properties that the list no longer shows', async () => {
  const create = async (name: string, city: string) => {
    const body = { code: name, name, city, operation: 'venta', list_price: 100 }
    return (await rest<{ id: string }>('POST', '/properties', { key, body })).body.id
  }
  const [hidden, shown] = [await create('Casa oculta', 'Cali'), await create('Casa visible', 'Pasto')]
  const page = await openAt('properties', 'es', 'light')
  for (const name of ['Casa oculta', 'Casa visible'])
    await page.getByRole('checkbox', { name: propertiesEs.bulk.select(name) }).click()
  await page.getByText(selectionEs.selected(2)).waitFor()
  await page.getByLabel(propertiesEs.search).fill('visible')
  await page.getByText(selectionEs.selected(1)).waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: propertiesEs.bulk.availability }).click()
  await page.getByRole('menuitem', { name: propertiesEs.valueNames['reservado']! }).click()
  await page.getByText(propertiesEs.bulk.done(1)).waitFor()
  const availability = async (id: string) =>
    (await rest<{ availability: string }>('GET', `/properties/${id}`, { key })).body.availability
  assert.equal(await availability(shown), 'reservado')
  assert.equal(await availability(hidden), 'disponible')
  assert.deepEqual(page.faults, [])
})

test('An import is checked first and lists the rejected rows', async () => {
  const page = await openAt('properties', 'es', 'light')
  await page.getByRole('button', { name: es.common.more }).click()
  await page.getByRole('menuitem', { name: propertiesEs.import.open }).click()
  const dialog = page.getByRole('dialog', { name: propertiesEs.import.title })
  const csv = 'codigo;nombre;operacion;precio\nCSV-1;Casa;venta;100\n;Sin código;venta;1\n'
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'inmuebles.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await dialog.getByRole('region', { name: importEs.rejectedRows }).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await dialog.getByRole('button', { name: propertiesEs.import.start(1) }).click()
  await dialog.getByText(importEs.done).waitFor()
  await dialog.getByRole('button', { name: es.common.done }).click()
  await page.getByRole('link', { name: 'Casa', exact: true }).waitFor()
  assert.deepEqual(page.faults, [])
})
