import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { dealEn } from '#web/locales/deal.en.ts'
import { dealEs } from '#web/locales/deal.es.ts'
import { en } from '#web/locales/en.ts'
import { es } from '#web/locales/es.ts'
import { barriers, openBrowser } from '#test/browser.ts'
import { openNode, PASSWORD } from '#test/node.ts'

const openPage = await openBrowser()
const { url, rest, key, user, account_id } = await openNode()
await rest('POST', '/lost-reasons', { key, body: { name: 'Compró en otro lado' } })

async function addLead(name: string, fields: object = {}) {
  const made = await rest<{ id: string }>('POST', '/leads', { key, body: { name, owner_id: user.id, ...fields } })
  return made.body.id
}

async function openAt(place: string, language: 'es' | 'en', colorScheme: 'light' | 'dark') {
  // What fades in or out has no contrast meanwhile.
  const page = await openPage({ colorScheme, locale: language === 'es' ? 'es-CO' : 'en-US', reducedMotion: 'reduce' })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.addInitScript(`localStorage.setItem('hilo.language', '${language}')`)
  await page.request.post(`${url}/api/session`, { data: { email: user.email, password: PASSWORD } })
  await page.goto(`${url}/app/${account_id}/${place}`)
  return { page, faults }
}

const sheet = (page: Page) => page.locator('[data-sheet]')
const current = (page: Page) => sheet(page).locator('[aria-current="step"]')

for (const [language, words, deal, colorScheme] of [
  ['es', es, dealEs, 'light'],
  ['en', en, dealEn, 'dark'],
] as const) {
  test(`a lead is worked on and becomes a deal that is lost, reopened and won (${language}, ${colorScheme})`, async () => {
    const number = language === 'es' ? '+573000000001' : '+573000000002'
    const lead_id = await addLead(`Marta ${language}`, { phone: number })
    const { page, faults } = await openAt(`leads/${lead_id}`, language, colorScheme)
    await sheet(page)
      .getByRole('heading', { name: `Marta ${language}` })
      .waitFor()
    assert.deepEqual(await barriers(page), [], 'the lead')

    // Another place changes it meanwhile, and it is shown.
    await rest('PATCH', `/leads/${lead_id}`, { key, body: { company_name: 'Peña y Cía' } })
    await sheet(page).getByText('Peña y Cía').first().waitFor()

    const first = (await current(page).textContent())!
    await sheet(page)
      .getByRole('button', { name: deal.stages.move('Contactado') })
      .or(sheet(page).locator('[aria-current="step"] >> xpath=../following-sibling::li[1]/button'))
      .first()
      .click()
    await page.getByRole('button', { name: words.common.undo }).click()
    await current(page).getByText(first, { exact: true }).waitFor()

    await sheet(page).press('n')
    await page.keyboard.type('Prefiere la mañana')
    await page.keyboard.press('Control+Enter')
    await sheet(page).getByRole('listitem').getByText('Prefiere la mañana').waitFor()

    await sheet(page).getByRole('button', { name: deal.activities.schedule, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: deal.activities.scheduleTitle })
    await dialog.getByLabel(deal.activities.body).fill('Confirmar la visita')
    assert.deepEqual(await barriers(page), [], 'planning')
    await dialog.getByRole('button', { name: deal.activities.save }).click()
    await dialog.waitFor({ state: 'detached' })
    await sheet(page)
      .getByRole('button', { name: deal.activities.complete('Confirmar la visita') })
      .click()
    await page.getByRole('textbox', { name: deal.activities.completeTitle }).fill('Dijo que sí')
    await page.getByRole('button', { name: deal.activities.completeNow }).click()
    await sheet(page).getByText('Dijo que sí').waitFor()

    await sheet(page).getByRole('button', { name: deal.items.add, exact: true }).click()
    const item = page.getByRole('dialog', { name: deal.items.addTitle })
    await item.getByLabel(deal.items.name).fill('Asesoría')
    await item.getByLabel(deal.items.quantity).fill('2')
    await item.getByLabel(deal.items.price).fill('1.500.000')
    await item.getByRole('button', { name: words.common.add }).click()
    await sheet(page).getByRole('button', { name: deal.items.useTotal }).click()
    await sheet(page).getByText('3.000.000').or(sheet(page).getByText('3,000,000')).first().waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: words.commands.placeholder }).fill(deal.convert.open)
    await page.getByRole('option', { name: deal.convert.open }).waitFor()
    await page.keyboard.press('Enter')
    const convert = page.getByRole('dialog', { name: deal.convert.title })
    await convert.getByLabel(deal.convert.name).fill(`Casa de Marta ${language}`)
    assert.deepEqual(await barriers(page), [], 'converting')
    await convert.getByRole('button', { name: deal.convert.submit, exact: true }).click()
    await sheet(page)
      .getByRole('heading', { name: `Casa de Marta ${language}` })
      .waitFor()
    assert.match(page.url(), /opportunities\/\d+/)
    await sheet(page).getByText('Prefiere la mañana').waitFor()
    assert.deepEqual(await barriers(page), [], 'the deal')

    await sheet(page).getByRole('button', { name: deal.lost.open, exact: true }).click()
    const lost = page.getByRole('dialog', { name: deal.lost.title(`Casa de Marta ${language}`) })
    await lost.getByRole('combobox', { name: deal.lost.reason }).click()
    await page.getByRole('option', { name: 'Compró en otro lado' }).click()
    await lost.getByRole('button', { name: deal.lost.submit }).click()
    await sheet(page).getByText(deal.becauseOf('Compró en otro lado')).waitFor()
    await sheet(page).getByRole('button', { name: deal.reopen.open }).click()
    await sheet(page).getByRole('button', { name: deal.won.open, exact: true }).click()
    const won = page.getByRole('dialog', { name: deal.won.title })
    await won.getByLabel(deal.fields.amount).fill('4000000')
    await won.getByRole('button', { name: deal.won.submit }).click()
    await sheet(page).getByRole('button', { name: deal.reopen.open }).waitFor()

    const [, id] = /opportunities\/(\d+)/.exec(page.url())!
    const now = await rest<{ amount: number; stage: { type: string } }>('GET', `/opportunities/${id}`, { key })
    assert.equal(now.body.amount, 4_000_000)
    assert.equal(now.body.stage.type, 'won')
    assert.deepEqual(faults, [])
  })
}

test('what is put into the bin can be taken back, and what is gone says so', async () => {
  const lead_id = await addLead('Papel')
  const { page, faults } = await openAt(`leads/${lead_id}`, 'es', 'light')
  await sheet(page).getByRole('button', { name: es.common.more }).click()
  await page.getByRole('menuitem', { name: dealEs.remove.open }).click()
  await sheet(page).waitFor({ state: 'detached' })
  assert.match(page.url(), /pipeline/)
  assert.equal((await rest('GET', `/leads/${lead_id}`, { key })).status, 404)
  const restored = page.waitForResponse(/restore_lead/)
  await page.getByRole('button', { name: es.common.undo }).click()
  await restored
  await page.goto(`${url}/app/${account_id}/leads/${lead_id}`)
  await sheet(page).getByRole('heading', { name: 'Papel' }).waitFor()

  await page.goto(`${url}/app/${account_id}/leads/999999`)
  await sheet(page).getByRole('heading', { name: dealEs.gone }).waitFor()
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(faults, [])
})

test('where phone and e-mail belong to two contacts, one says which of them it is', async () => {
  await rest('POST', '/contacts', { key, body: { name: 'Del teléfono', phone_number: '+573000000091' } })
  const other = { name: 'Del correo', email: 'del.correo@example.com' }
  await rest('POST', '/contacts', { key, body: other })
  const lead_id = await addLead('Dos', { phone: '+573000000091', email: other.email, estimated_value: 10 })
  const { page } = await openAt(`leads/${lead_id}`, 'es', 'light')
  await sheet(page).getByRole('button', { name: dealEs.convert.open }).click()
  const convert = page.getByRole('dialog', { name: dealEs.convert.title })
  await convert.getByRole('button', { name: dealEs.convert.submit, exact: true }).click()
  await convert.getByText('Del correo', { exact: true }).click()
  assert.deepEqual(await barriers(page), [])
  await convert.getByRole('button', { name: dealEs.convert.submit, exact: true }).click()
  await sheet(page)
    .getByRole('link', { name: /Del correo/ })
    .waitFor()
})
