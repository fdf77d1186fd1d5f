import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Opportunity, Pipeline } from '#contract/records/crm.ts'
import { dealEn } from '#web/locales/deal.en.ts'
import { dealEs } from '#web/locales/deal.es.ts'
import { en } from '#web/locales/en.ts'
import { es } from '#web/locales/es.ts'
import { pipelineEn } from '#web/locales/pipeline.en.ts'
import { pipelineEs } from '#web/locales/pipeline.es.ts'
import { barriers, openBrowser } from '#test/browser.ts'
import { openNode, PASSWORD } from '#test/node.ts'

const openPage = await openBrowser()
const { url, rest, key, user, account_id } = await openNode()
const { body: all } = await rest<{ items: Pipeline[] }>('GET', '/pipelines', { key })
const pipeline = all.items.find(({ kind }) => kind === 'opportunities')!
const leads = all.items.find(({ kind }) => kind === 'leads')!
const { body: reason } = await rest<{ name: string }>('POST', '/lost-reasons', {
  key,
  body: { name: 'Compró en otro lado' },
})
const client = await rest<{ id: string }>('POST', '/contacts', {
  key,
  body: { name: 'Íngrid Peña', phone_number: '+573000000001' },
})

const [first, second, third] = pipeline.stages as [Pipeline['stages'][0], Pipeline['stages'][0], Pipeline['stages'][0]]

type Deal = Pick<Opportunity, 'id' | 'name' | 'stage' | 'lost_reason'>

async function addDeal(name: string, fields: object = {}) {
  const body = {
    name,
    pipeline: pipeline.id,
    contact_id: client.body.id,
    owner_id: user.id,
    expected_close_date: '2030-01-31',
    amount: 350_000_000,
    ...fields,
  }
  return (await rest<Deal>('POST', '/opportunities', { key, body })).body
}
const readDeal = async (id: string) => (await rest<Deal>('GET', `/opportunities/${id}`, { key })).body

async function open(page: Page, address: string, language: 'es' | 'en', words: typeof es) {
  await page.goto(`${url}/app`)
  await page.evaluate(`localStorage.setItem('hilo.language', '${language}')`)
  await page.goto(`${url}/app/${account_id}/${address}`)
  await page.getByLabel(words.signIn.email).fill(user.email)
  await page.getByLabel(words.signIn.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words.signIn.submit }).click()
}

/** Waits until the server says so: what is shown at once is true a moment later. */
async function until(read: () => Promise<boolean>) {
  while (!(await read())) await new Promise((again) => setImmediate(again))
}

for (const [language, words, sales, deals, colorScheme] of [
  ['es', es, pipelineEs, dealEs, 'light'],
  ['en', en, pipelineEn, dealEn, 'dark'],
] as const) {
  const where = `${language}, ${colorScheme}`
  const column = (page: Page, stage: { name: string }): Locator =>
    page.getByRole('region', { name: sales.column(stage.name), exact: true })
  const card = (at: Page | Locator, name: string): Locator => at.getByRole('link', { name, exact: true })

  const openBoard = async () => {
    const page = await openPage({ colorScheme, locale: language === 'es' ? 'es-CO' : 'en-US' })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await open(page, `pipeline?pipeline_id=${pipeline.id}`, language, words)
    return { page, faults }
  }

  test(`a deal is made and moved by keyboard, by its menu and by dragging, and every move can be undone (${where})`, async () => {
    const moved = await addDeal(`Penthouse ${language}`)
    await addDeal(`Ancla ${language}`, { stage: third.id })
    const { page, faults } = await openBoard()
    await card(column(page, first), moved.name).waitFor()
    assert.deepEqual(await barriers(page), [], 'the board')

    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(sales.create.name, { exact: true }).fill(`Casa nueva ${language}`)
    await dialog.getByRole('button', { name: sales.create.submit.opportunities }).click()
    await dialog.getByText(words.problems.missing_field).waitFor()
    await dialog.getByRole('button', { name: sales.create.newContact }).click()
    await dialog.getByLabel(sales.create.contactName).fill(`Cliente ${language}`)
    await dialog.getByLabel(sales.create.phone).fill(language === 'es' ? '301 000 0001' : '302 000 0001')
    await dialog.getByLabel(sales.create.amount, { exact: true }).fill('1.250.000')
    assert.deepEqual(await barriers(page), [], 'the form')
    await dialog.getByRole('button', { name: sales.create.submit.opportunities }).click()
    await card(column(page, first), `Casa nueva ${language}`).waitFor()

    await card(page, moved.name).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await card(column(page, second), moved.name).waitFor()
    await page.locator(`[data-card="${moved.id}"]:focus`).waitFor()
    await page.getByRole('status').getByText(sales.move.done(moved.name, second.name)).waitFor()
    assert.equal((await readDeal(moved.id)).stage.id, second.id)
    await page.keyboard.press('z')
    await card(column(page, first), moved.name).waitFor()
    await until(async () => (await readDeal(moved.id)).stage.id === first.id)

    await card(page, moved.name).focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: second.name }).click()
    await card(column(page, second), moved.name).waitFor()

    await page.locator(`[data-id="${moved.id}"]`).dragTo(page.locator(`[data-stage="${third.id}"] [data-id]`).last(), {
      targetPosition: { x: 40, y: 4 },
    })
    await card(column(page, third), moved.name).waitFor()
    await until(async () => (await readDeal(moved.id)).stage.id === third.id)
    assert.deepEqual(faults, [])
  })

  test(`losing a deal asks why first, and what a colleague does appears by itself (${where})`, async () => {
    const lost = await addDeal(`Por perder ${language}`)
    const live = await addDeal(`En vivo ${language}`)
    const { page, faults } = await openBoard()
    const end = pipeline.stages.find(({ type }) => type === 'lost')!
    await card(column(page, first), lost.name).focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: end.name }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: reason.name }).click()
    assert.deepEqual(await barriers(page), [], 'why it was lost')
    await dialog.getByRole('button', { name: deals.lost.submit }).click()
    await page.locator(`[data-card="${lost.id}"]`).waitFor({ state: 'detached' })
    assert.equal((await readDeal(lost.id)).lost_reason, reason.name)
    await column(page, end)
      .getByRole('button', { name: sales.expand(end.name) })
      .click()
    await card(column(page, end), lost.name).waitFor()
    assert.deepEqual(await barriers(page), [], 'with what is closed')

    await card(column(page, first), live.name).waitFor()
    await rest('POST', `/opportunities/${live.id}/move`, { key, body: { stage: second.id } })
    await card(column(page, second), live.name).waitFor()
    assert.deepEqual(faults, [])
  })

  test(`the list is filtered, kept as a view, and many are changed at once (${where})`, async () => {
    const names = [1, 2].map((n) => `Lote ${n} ${language}`)
    const made = []
    for (const name of names) made.push(await addDeal(name))
    const { page, faults } = await openBoard()
    await card(page, names[0]!).waitFor()
    await page.keyboard.press('v')
    await page.getByRole('table').waitFor()
    assert.deepEqual(await barriers(page), [], 'the list')

    await page.getByLabel(sales.filters.search).fill('nada que ver')
    await page.getByRole('heading', { name: sales.noMatch }).waitFor()
    assert.deepEqual(await barriers(page), [], 'nothing found')
    await page.getByLabel(sales.filters.search).fill('lote')
    await card(page, names[1]!).waitFor()
    await page.waitForURL(/q=lote/)

    await page.getByRole('button', { name: sales.saved.title, exact: true }).click()
    await page.getByRole('button', { name: sales.saved.save }).click()
    await page.getByRole('dialog').getByLabel(sales.saved.name).fill(`Lotes ${language}`)
    await page.getByRole('dialog').getByRole('button', { name: words.common.save, exact: true }).click()
    await page.waitForURL(/saved=\d+/)
    await card(page, names[0]!).waitFor()

    for (const name of names) await page.getByRole('checkbox', { name: sales.list.select(name), exact: true }).click()
    await page.getByText(sales.bulk.selected(2)).waitFor()
    assert.deepEqual(await barriers(page), [], 'with some selected')
    await page.getByRole('combobox', { name: sales.bulk.stage }).click()
    await page.getByRole('option', { name: second.name }).click()
    await page.getByText(sales.bulk.changed(2)).waitFor()
    for (const { id } of made) assert.equal((await readDeal(id)).stage.id, second.id)
    assert.deepEqual(faults, [])
  })

  test(`what is thrown away waits in the bin; leads have a board of their own (${where})`, async () => {
    const name = `Interesada ${language}`
    const page = await openPage({ colorScheme, locale: language === 'es' ? 'es-CO' : 'en-US' })
    await open(page, `pipeline?pipeline_id=${leads.id}`, language, words)
    await page.getByRole('button', { name: sales.create.open.leads }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(sales.create.name, { exact: true }).fill(name)
    await dialog.getByRole('button', { name: sales.create.submit.leads }).click()
    await card(page, name).waitFor()
    assert.deepEqual(await barriers(page), [], 'the board of leads')

    await page.getByRole('button', { name: sales.card.acts(name) }).click()
    await page.getByRole('menuitem', { name: sales.remove }).click()
    await card(page, name).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: words.common.more }).click()
    await page.getByRole('menuitem', { name: sales.bin.open }).click()
    await dialog.getByText(name, { exact: true }).waitFor()
    assert.deepEqual(await barriers(page), [], 'the bin')
    await dialog
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: sales.bin.restore })
      .click()
    await dialog.getByText(name, { exact: true }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await card(page, name).waitFor()
  })
}

test('on a phone one stage fills the screen, and another is a press away', async () => {
  const deal = await addDeal('En el teléfono', { stage: third.id })
  const page = await openPage({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'es-CO' })
  await open(page, `pipeline?pipeline_id=${pipeline.id}`, 'es', es)
  const stages = page.getByRole('navigation', { name: pipelineEs.switchStage })
  await stages.getByRole('button', { name: third.name }).tap()
  await page.locator(`[data-card="${deal.id}"]`).tap({ trial: true })
  assert.deepEqual(await barriers(page), [])
})

test('a stage that asks for something says what is missing, and the card stays where it was', async () => {
  const asking =
    pipeline.stages.find(({ type, id }) => type === 'open' && id !== first.id && id !== second.id && id !== third.id) ??
    third
  const body = { required_fields: ['description'] }
  await rest('PATCH', `/stages/${asking.id}`, { key, body })
  const deal = await addDeal('Sin descripción')
  const page = await openPage({ locale: 'es-CO' })
  await open(page, `pipeline?pipeline_id=${pipeline.id}`, 'es', es)
  await page.locator(`[data-card="${deal.id}"]`).focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: asking.name }).click()
  await page.getByText(pipelineEs.move.asks(asking.name, dealEs.fields.description)).first().waitFor()
  await page
    .getByRole('region', { name: pipelineEs.column(first.name) })
    .locator(`[data-card="${deal.id}"]`)
    .waitFor()
})
