import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import type { Opportunity, Pipeline } from '#contract/records/crm.ts'
import { activityEn } from '#web/features/activities/words.en.ts'
import { activityEs } from '#web/features/activities/words.es.ts'
import { dealEn } from '#web/features/deals/words.en.ts'
import { dealEs } from '#web/features/deals/words.es.ts'
import { drawerEn } from '#web/screens/pipeline/deal/words.en.ts'
import { drawerEs } from '#web/screens/pipeline/deal/words.es.ts'
import { pipelineEn } from '#web/screens/pipeline/words.en.ts'
import { pipelineEs } from '#web/screens/pipeline/words.es.ts'
import { en } from '#web/app/words.en.ts'
import { es } from '#web/app/words.es.ts'
import { openApp } from '#test/app.ts'
import { axeViolations, type PageOptions } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const { url, rest, key, user, account_id, enter, makeUser, sql, resetRateLimits } = await openApp()
await rest('POST', '/lost-reasons', { key, body: { name: 'Compró en otro lado' } })

async function addLead(name: string, fields: object = {}) {
  const made = await rest<{ id: string }>('POST', '/leads', { key, body: { name, owner_id: user.id, ...fields } })
  return made.body.id
}

type Deal = Pick<Opportunity, 'name' | 'stage' | 'probability' | 'amount'>

const openAt = (place: string, language: 'es' | 'en', colorScheme: 'light' | 'dark', options: PageOptions = {}) =>
  enter(user, place, { language, colorScheme, ...options })

const sheet = (page: Page) => page.locator('[data-sheet]')
const current = (page: Page) => sheet(page).locator('[aria-current="step"]')

for (const [language, words, deal, { fields }, activities, colorScheme] of sample([
  ['es', es, drawerEs, dealEs, activityEs, 'light'],
  ['en', en, drawerEn, dealEn, activityEn, 'dark'],
] as const)) {
  test(`A lead becomes a deal that is lost, reopened and won (${language}, ${colorScheme})`, async () => {
    const number = language === 'es' ? '+573000000001' : '+573000000002'
    const lead_id = await addLead(`Marta ${language}`, { phone: number })
    const page = await openAt(`leads/${lead_id}`, language, colorScheme)
    await sheet(page)
      .getByRole('heading', { name: `Marta ${language}` })
      .waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the lead')

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

    await sheet(page).getByRole('button', { name: activities.schedule, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: activities.scheduleTitle })
    await dialog.getByLabel(activities.body).fill('Confirmar la visita')
    assert.deepEqual(await axeViolations(page), [], 'planning')
    await dialog.getByRole('button', { name: activities.save }).click()
    await dialog.waitFor({ state: 'detached' })
    await sheet(page)
      .getByRole('button', { name: activities.edit('Confirmar la visita') })
      .click()
    await page.getByRole('menuitem', { name: activities.completeWithOutcome }).click()
    await page.getByRole('textbox', { name: activities.completeTitle }).fill('Dijo que sí')
    await page.getByRole('button', { name: activities.completeNow }).click()
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
    assert.deepEqual(await axeViolations(page), [], 'converting')
    await convert.getByRole('button', { name: deal.convert.submit, exact: true }).click()
    await sheet(page)
      .getByRole('heading', { name: `Casa de Marta ${language}` })
      .waitFor()
    assert.match(page.url(), /opportunities\/\d+/)
    await sheet(page).getByText('Prefiere la mañana').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the deal')

    await sheet(page).getByRole('button', { name: deal.lost.open, exact: true }).click()
    const lost = page.getByRole('dialog', { name: deal.lost.title(`Casa de Marta ${language}`) })
    await lost.getByRole('combobox', { name: deal.lost.reason }).click()
    await page.getByRole('option', { name: 'Compró en otro lado' }).click()
    await lost.getByRole('button', { name: deal.lost.submit }).click()
    await sheet(page).getByText(deal.becauseOf('Compró en otro lado')).waitFor()
    await sheet(page).getByRole('button', { name: deal.reopen.open, exact: true }).click()
    await sheet(page).getByRole('button', { name: deal.won.open, exact: true }).click()
    const won = page.getByRole('dialog', { name: deal.won.title })
    await won.getByLabel(fields.amount).fill('4000000')
    await won.getByLabel(fields.amount).blur()
    const grouped = language === 'es' ? '4.000.000' : '4,000,000'
    assert.equal(await won.getByLabel(fields.amount).inputValue(), grouped)
    await won.getByRole('button', { name: deal.won.submit }).click()
    await sheet(page).getByRole('button', { name: deal.reopen.open, exact: true }).waitFor()

    const amount = sheet(page).getByRole('button', { name: new RegExp(`^${fields.amount}: .*${grouped}$`) })
    await amount.click()
    const editor = sheet(page).getByRole('textbox', { name: fields.amount })
    assert.equal(await editor.inputValue(), grouped)
    await editor.press('Escape')
    await amount.waitFor()

    const [, id] = /opportunities\/(\d+)/.exec(page.url())!
    const now = await rest<{ amount: number; stage: { type: string } }>('GET', `/opportunities/${id}`, { key })
    assert.equal(now.body.amount, 4_000_000)
    assert.equal(now.body.stage.type, 'won')
    assert.deepEqual(page.faults, [])
  })

  test(`Undoing a win restores the stage, the probability and the amount of the deal (${language})`, async () => {
    const phone_number = language === 'es' ? '+573000000071' : '+573000000072'
    const client = await rest<{ id: string }>('POST', '/contacts', { key, body: { name: 'Cierre', phone_number } })
    const body = { name: `Cierre ${language}`, contact_id: client.body.id, owner_id: user.id, amount: 3_000_000 }
    const made = { ...body, expected_close_date: '2030-01-31' }
    const { id } = (await rest<{ id: string }>('POST', '/opportunities', { key, body: made })).body
    const before = (await rest<Deal>('PATCH', `/opportunities/${id}`, { key, body: { probability: 37 } })).body
    const page = await openAt(`opportunities/${id}`, language, colorScheme)
    await sheet(page).getByRole('button', { name: deal.won.open, exact: true }).click()
    const won = page.getByRole('dialog', { name: deal.won.title })
    await won.getByLabel(fields.amount).fill('4000000')
    await won.getByRole('button', { name: deal.won.submit }).click()
    await page.getByText(deal.won.done(before.name)).waitFor()
    await page.getByRole('button', { name: words.common.undo }).click()
    const state = ({ stage, probability, amount }: Deal) => JSON.stringify([stage, probability, amount])
    const read = async () => (await rest<Deal>('GET', `/opportunities/${id}`, { key })).body
    await until(async () => state(await read()) === state(before), 'the deal as before')
    assert.deepEqual(page.faults, [])
  })
}

for (const [language, deal, { fields }, written, changed] of sample([
  ['es', drawerEs, dealEs, '475.200.000', '480.000.000,5'],
  ['en', drawerEn, dealEn, '475,200,000', '480,000,000.5'],
] as const))
  test(`An amount is edited as people write it (${language})`, async () => {
    const { body: contact } = await rest<{ id: string }>('POST', '/contacts', {
      key,
      body: { name: 'Dora', email: `dora.${language}@example.com` },
    })
    const fresh = { contact_id: contact.id, name: 'Bodega', amount: 475_200_000, expected_close_date: '2030-01-01' }
    const { body } = await rest<{ id: string }>('POST', '/opportunities', { key, body: fresh })
    const page = await openAt(`opportunities/${body.id}`, language, 'light')
    await sheet(page)
      .getByRole('button', { name: new RegExp(`^${fields.amount}: `) })
      .click()
    const field = sheet(page).getByRole('textbox', { name: fields.amount, exact: true })
    assert.equal(await field.inputValue(), written)
    await field.fill(changed)
    await field.press('Enter')
    const amount = async () => (await rest<{ amount: number }>('GET', `/opportunities/${body.id}`, { key })).body.amount
    await until(async () => (await amount()) === 480_000_000.5, 'the amount to be saved')
    await field.waitFor({ state: 'detached' })
    await sheet(page).getByRole('button', { name: deal.won.open, exact: true }).click()
    const won = page.getByRole('dialog', { name: deal.won.title })
    assert.equal(await won.getByLabel(fields.amount).inputValue(), changed)
    assert.deepEqual(page.faults, [])
  })

for (const [language, deal, { fields }, pipelines] of sample([
  ['es', drawerEs, dealEs, pipelineEs],
  ['en', drawerEn, dealEn, pipelineEn],
] as const))
  test(`Winning and losing by their buttons ask for the fields their stage requires (${language})`, async () => {
    const { body: board } = await rest<Pipeline>('POST', '/pipelines', {
      key,
      body: { name: `Exigente ${language}`, kind: 'opportunities' },
    })
    const [won, lost] = (['won', 'lost'] as const).map((type) => board.stages.find((stage) => stage.type === type)!)
    const contact = { name: 'Exigente', email: `exigente.${language}@example.com` }
    const { body: client } = await rest<{ id: string }>('POST', '/contacts', { key, body: contact })
    const made = { pipeline: board.id, contact_id: client.id, owner_id: user.id, expected_close_date: '2030-01-31' }
    for (const [stage, open, title] of [
      [won!, deal.won.open, deal.won.title],
      [lost!, deal.lost.open, deal.lost.title('Bodega')],
    ] as const) {
      await rest('PATCH', `/stages/${stage.id}`, { key, body: { required_fields: ['description'] } })
      const { body } = await rest<{ id: string }>('POST', '/opportunities', { key, body: { ...made, name: 'Bodega' } })
      const page = await openAt(`opportunities/${body.id}`, language, 'light')
      await sheet(page).getByRole('button', { name: open, exact: true }).click()
      const asking = page.getByRole('dialog', { name: pipelines.required.title(stage.name) })
      await asking.getByLabel(fields.description).fill('Dos pisos')
      assert.deepEqual(await axeViolations(page), [], stage.type)
      await asking.getByRole('button', { name: pipelines.required.submit(stage.name) }).click()
      const closing = page.getByRole('dialog', { name: title })
      if (stage.type === 'won') {
        await closing.getByLabel(fields.amount).fill('4000000')
        await closing.getByRole('button', { name: deal.won.submit }).click()
      } else {
        await closing.getByRole('combobox', { name: deal.lost.reason }).click()
        await page.getByRole('option', { name: 'Compró en otro lado' }).click()
        await closing.getByRole('button', { name: deal.lost.submit }).click()
      }
      await sheet(page).getByRole('button', { name: deal.reopen.open, exact: true }).waitFor()
      const { body: now } = await rest<Pick<Opportunity, 'stage' | 'description'>>('GET', `/opportunities/${body.id}`, {
        key,
      })
      assert.deepEqual([now.stage.id, now.description], [stage.id, 'Dos pisos'])
      assert.deepEqual(page.faults, [])
    }
  })

for (const [language, words, deal, { fields }, pipelines] of sample([
  ['es', es, drawerEs, dealEs, pipelineEs],
  ['en', en, drawerEn, dealEn, pipelineEn],
] as const))
  test(`Pickers of a deal ignore letters while closed, and choose by typing and Enter (${language})`, async () => {
    const colleagues = [await makeUser('agent'), await makeUser('agent')] as const
    const names = [`Julián ${language}`, `Beto ${language}`]
    for (const [i, { id }] of colleagues.entries()) await sql`update users set name = ${names[i]!} where id = ${id}`
    const zone = {
      display_name: `Zona ${language}`,
      key: `zona_${language}`,
      model: 'opportunity_attribute',
      type: 'list',
    }
    await rest('POST', '/custom-attributes', { key, body: { ...zone, values: ['Costa', 'Sierra'] } })
    const number = language === 'es' ? '+573000000061' : '+573000000062'
    const contact = { name: `Picker ${language}`, phone_number: number }
    const { body: client } = await rest<{ id: string }>('POST', '/contacts', { key, body: contact })
    const made = { name: `Lote ${language}`, contact_id: client.id, expected_close_date: '2030-01-31' }
    const { body } = await rest<{ id: string }>('POST', '/opportunities', {
      key,
      body: { ...made, owner_id: user.id, custom_attributes: { [zone.key]: 'Costa' } },
    })
    const read = async () => {
      await resetRateLimits()
      const { body: now } = await rest<Pick<Opportunity, 'owner' | 'custom_attributes'>>(
        'GET',
        `/opportunities/${body.id}`,
        { key },
      )
      return [now.owner?.name, now.custom_attributes[zone.key]]
    }
    const page = await openAt(`opportunities/${body.id}`, language, 'light')
    const owner = sheet(page).getByRole('combobox', { name: new RegExp(`^${fields.owner}: `) })
    const place = sheet(page).getByRole('combobox', { name: zone.display_name })
    await owner.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('juli')
    await page.keyboard.press('Enter')
    await until(async () => (await read())[0] === names[0], 'the new owner')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await place.focus()
    await page.keyboard.press('Enter')
    await page.locator('[role="option"]:focus').waitFor()
    await page.keyboard.type('s')
    await page.keyboard.press('Enter')
    await until(async () => (await read())[1] === 'Sierra', 'the new zone')
    await page.getByRole('option').first().waitFor({ state: 'detached' })

    // Letters of other choices, which are no shortcuts here, now change nothing.
    await owner.focus()
    await page.keyboard.type('be')
    await place.focus()
    await page.keyboard.type('c')
    const filter = sheet(page).getByRole('combobox', { name: deal.timeline.filter })
    await filter.focus()
    await page.keyboard.type('p')
    await filter.getByText(deal.timeline.all).waitFor()
    assert.deepEqual(await read(), [names[0], 'Sierra'])

    // Menus opened by a key begin at their first item, and give the focus back.
    const isFirst = async (name: string) => {
      await page.locator('[role="menuitem"]:focus').waitFor()
      await page.getByRole('menuitem').first().and(page.locator(':focus')).getByText(name).waitFor()
    }
    await sheet(page).getByRole('button', { name: words.common.more }).focus()
    await page.keyboard.press('Enter')
    await isFirst(words.common.copyLink)
    await page.keyboard.press('Escape')
    await sheet(page).getByRole('button', { name: words.common.more }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await page.locator(`[data-card="${body.id}"]`).focus()
    await page.keyboard.press('m')
    await isFirst(pipelines.open)
    assert.deepEqual(page.faults, [])
  })

test('A deleted record can be restored, and a missing one shows a message', async () => {
  const lead_id = await addLead('Papel')
  const page = await openAt(`leads/${lead_id}`, 'es', 'light')
  await sheet(page).getByRole('button', { name: es.common.more }).click()
  await page.getByRole('menuitem', { name: drawerEs.remove.open }).click()
  await sheet(page).waitFor({ state: 'detached' })
  assert.match(page.url(), /pipeline/)
  assert.equal((await rest('GET', `/leads/${lead_id}`, { key })).status, 404)
  const restored = page.waitForResponse(/restore_lead/)
  await page.getByRole('button', { name: es.common.undo }).click()
  await restored
  await page.goto(`${url}/app/${account_id}/leads/${lead_id}`)
  await sheet(page).getByRole('heading', { name: 'Papel' }).waitFor()

  await page.goto(`${url}/app/${account_id}/leads/999999`)
  await sheet(page).getByRole('heading', { name: drawerEs.gone }).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  assert.deepEqual(page.faults, [])
})

test('Converting a lead asks for the contact when phone and e-mail belong to two', async () => {
  await rest('POST', '/contacts', { key, body: { name: 'Del teléfono', phone_number: '+573000000091' } })
  const other = { name: 'Del correo', email: 'del.correo@example.com' }
  await rest('POST', '/contacts', { key, body: other })
  const lead_id = await addLead('Dos', { phone: '+573000000091', email: other.email, estimated_value: 10 })
  const page = await openAt(`leads/${lead_id}`, 'es', 'light')
  await sheet(page).getByRole('button', { name: drawerEs.convert.open }).click()
  const convert = page.getByRole('dialog', { name: drawerEs.convert.title })
  await convert.getByRole('button', { name: drawerEs.convert.submit, exact: true }).click()
  await convert.getByText('Del correo', { exact: true }).click()
  assert.deepEqual(await axeViolations(page), [])
  await convert.getByRole('button', { name: drawerEs.convert.submit, exact: true }).click()
  await sheet(page)
    .getByRole('link', { name: /Del correo/ })
    .waitFor()
})

test('A dialog whose answer arrives late does not close the dialog opened after it', async () => {
  const contact = await rest<{ id: string }>('POST', '/contacts', {
    key,
    body: { name: 'Demorado', phone_number: '+573000000095' },
  })
  const body = { name: 'Demorado', contact_id: contact.body.id, owner_id: user.id, expected_close_date: '2030-01-31' }
  const { id } = (await rest<{ id: string }>('POST', '/opportunities', { key, body })).body
  const release = Promise.withResolvers<void>()
  const answerLate = async (route: Route) => {
    const response = await route.fetch()
    await release.promise
    await route.fulfill({ response })
  }
  const routes = { '**/api/app/crm_mark_opportunity_outcome': answerLate }
  const page = await openAt(`opportunities/${id}`, 'es', 'light', { routes })
  await sheet(page).getByRole('button', { name: drawerEs.lost.open, exact: true }).click()
  const lost = page.getByRole('dialog', { name: drawerEs.lost.title('Demorado') })
  await lost.getByRole('combobox', { name: drawerEs.lost.reason }).click()
  await page.getByRole('option', { name: 'Compró en otro lado' }).click()
  await lost.getByRole('button', { name: drawerEs.lost.submit }).click()
  await sheet(page).getByText(drawerEs.becauseOf('Compró en otro lado')).waitFor()
  await page.keyboard.press('Escape')
  await lost.waitFor({ state: 'detached' })

  await sheet(page).getByRole('button', { name: drawerEs.reopen.open }).click()
  await sheet(page).getByRole('button', { name: drawerEs.won.open, exact: true }).click()
  const won = page.getByRole('dialog', { name: drawerEs.won.title })
  await won.getByLabel(dealEs.fields.amount).fill('4000000')
  release.resolve()
  await page.getByText(drawerEs.lost.done('Demorado')).waitFor()
  await won.getByRole('button', { name: drawerEs.won.submit }).click()
  await won.waitFor({ state: 'detached' })
  assert.equal((await rest<{ amount: number }>('GET', `/opportunities/${id}`, { key })).body.amount, 4_000_000)
})
