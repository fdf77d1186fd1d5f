import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Opportunity, Pipeline } from '#contract/records/crm.ts'
import { dealEn } from '#web/features/deals/words.en.ts'
import { dealEs } from '#web/features/deals/words.es.ts'
import { en } from '#web/app/words.en.ts'
import { es } from '#web/app/words.es.ts'
import { viewEn } from '#web/features/views/words.en.ts'
import { viewEs } from '#web/features/views/words.es.ts'
import { drawerEn } from '#web/screens/pipeline/deal/words.en.ts'
import { drawerEs } from '#web/screens/pipeline/deal/words.es.ts'
import { pipelineEn } from '#web/screens/pipeline/words.en.ts'
import { pipelineEs } from '#web/screens/pipeline/words.es.ts'
import { selectionEn } from '#web/ui/selection/words.en.ts'
import { selectionEs } from '#web/ui/selection/words.es.ts'
import { openApp } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const { url, rest, key, user, account_id, enter, untilFollowed } = await openApp()
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
type Stated = Pick<Opportunity, 'stage' | 'probability'>

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

for (const [language, words, sales, deals, drawer, view, colorScheme] of sample([
  ['es', es, pipelineEs, dealEs, drawerEs, viewEs, 'light'],
  ['en', en, pipelineEn, dealEn, drawerEn, viewEn, 'dark'],
] as const)) {
  const selection = language === 'es' ? selectionEs : selectionEn
  const where = `${language}, ${colorScheme}`
  const column = (page: Page, stage: { name: string }): Locator =>
    page.getByRole('region', { name: sales.column(stage.name), exact: true })
  const card = (at: Page | Locator, name: string): Locator => at.getByRole('link', { name, exact: true })

  const openBoard = (id = pipeline.id) => enter(user, `pipeline?pipeline_id=${id}`, { language, colorScheme })

  test(`A deal is created and moved by keyboard, menu and dragging, and every move can be undone (${where})`, async () => {
    const moved = await addDeal(`Penthouse ${language}`)
    await addDeal(`Ancla ${language}`, { stage: third.id })
    const page = await openBoard()
    await card(column(page, first), moved.name).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the board')

    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(deals.create.name, { exact: true }).fill(`Casa nueva ${language}`)
    await dialog.getByRole('button', { name: deals.create.submit.opportunities }).click()
    await dialog.getByText(words.problems.missing_field).waitFor()
    await dialog.getByRole('button', { name: deals.create.newContact }).click()
    await dialog.getByLabel(deals.create.contactName).fill(`Cliente ${language}`)
    await dialog.getByLabel(deals.fields.phone).fill(language === 'es' ? '301 000 0001' : '302 000 0001')
    const amount = dialog.getByLabel(deals.fields.amount, { exact: true })
    await amount.fill('1250000')
    await amount.blur()
    assert.equal(await amount.inputValue(), language === 'es' ? '1.250.000' : '1,250,000')
    assert.deepEqual(await axeViolations(page), [], 'the form')
    await dialog.getByRole('button', { name: deals.create.submit.opportunities }).click()
    await card(column(page, first), `Casa nueva ${language}`).waitFor()

    await card(page, moved.name).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await card(column(page, second), moved.name).waitFor()
    await page.locator(`[data-card="${moved.id}"]:focus`).waitFor()
    await page.getByRole('status').getByText(sales.move.done(moved.name, second.name)).waitFor()
    assert.equal((await readDeal(moved.id)).stage.id, second.id)
    await page.keyboard.press('z')
    await card(column(page, first), moved.name).waitFor()
    await until(async () => (await readDeal(moved.id)).stage.id === first.id, `the deal is in ${first.name}`)

    await card(page, moved.name).focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: second.name }).click()
    await card(column(page, second), moved.name).waitFor()

    await page.locator(`[data-id="${moved.id}"]`).dragTo(page.locator(`[data-stage="${third.id}"] [data-id]`).last(), {
      targetPosition: { x: 40, y: 4 },
    })
    await card(column(page, third), moved.name).waitFor()
    await until(async () => (await readDeal(moved.id)).stage.id === third.id, `the deal is in ${third.name}`)
    assert.deepEqual(page.faults, [])
  })

  test(`Losing a deal asks for the reason, and a colleague’s changes appear live (${where})`, async () => {
    const lost = await addDeal(`Por perder ${language}`)
    const live = await addDeal(`En vivo ${language}`)
    const page = await openBoard()
    const end = pipeline.stages.find(({ type }) => type === 'lost')!
    await card(column(page, first), lost.name).focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: end.name }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: reason.name }).click()
    assert.deepEqual(await axeViolations(page), [], 'why it was lost')
    await dialog.getByRole('button', { name: drawer.lost.submit }).click()
    await page.locator(`[data-card="${lost.id}"]`).waitFor({ state: 'detached' })
    assert.equal((await readDeal(lost.id)).lost_reason, reason.name)
    await column(page, end)
      .getByRole('button', { name: sales.expand(end.name) })
      .click()
    await card(column(page, end), lost.name).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'with what is closed')

    await card(column(page, first), live.name).waitFor()
    await rest('POST', `/opportunities/${live.id}/move`, { key, body: { stage: second.id } })
    await card(column(page, second), live.name).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`The list can be filtered, saved as a view and changed in bulk (${where})`, async () => {
    const names = [1, 2].map((n) => `Lote ${n} ${language}`)
    const made = []
    for (const name of names) made.push(await addDeal(name))
    const page = await openBoard()
    await card(page, names[0]!).waitFor()
    await page.keyboard.press('v')
    await page.getByRole('table').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the list')

    await page.getByLabel(sales.filters.search).fill('nada que ver')
    await page.getByRole('heading', { name: sales.noMatch }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'nothing found')
    await page.getByLabel(sales.filters.search).fill('lote')
    await card(page, names[1]!).waitFor()
    await page.waitForURL(/q=lote/)

    await page.getByRole('button', { name: `${view.menu}: ${sales.allRecords.opportunities}` }).click()
    await page.getByRole('menuitem', { name: view.saveAs }).click()
    await page.getByRole('dialog').getByLabel(view.name).fill(`Lotes ${language}`)
    await page.getByRole('dialog').getByRole('button', { name: words.common.save, exact: true }).click()
    await page.waitForURL(/saved=\d+/)
    await card(page, names[0]!).waitFor()

    for (const name of names) await page.getByRole('checkbox', { name: sales.list.select(name), exact: true }).click()
    await page.getByText(selection.selected(2)).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'with some selected')
    await page.getByRole('combobox', { name: sales.bulk.stage }).click()
    await page.getByRole('option', { name: second.name }).click()
    await page.getByText(sales.bulk.changed(2)).waitFor()
    for (const { id } of made) assert.equal((await readDeal(id)).stage.id, second.id)

    const saved = new URL(page.url()).searchParams.get('saved')
    const ofView = page.getByRole('button', { name: `${view.menu}: Lotes ${language}` })
    // A second text search cannot be added to a view.
    await page.getByLabel(sales.filters.search).fill(names[0]!)
    await page.waitForURL(/q=Lote/)
    await ofView.click()
    await page.getByRole('menuitem', { name: view.edit }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: view.updateFilters }).count(), 0)

    await rest('POST', `/opportunities/${made[1]!.id}/move`, { key, body: { stage: third.id } })
    await page.goto(
      `${url}/app/${account_id}/pipeline?view=list&pipeline_id=${pipeline.id}&saved=${saved}&stage=${second.id}`,
    )
    await ofView.click()
    await page.getByRole('menuitem', { name: view.updateFilters }).click()
    await page.waitForURL((url) => !url.searchParams.has('stage'))
    await card(page, names[1]!).waitFor({ state: 'detached' })
    await card(page, names[0]!).waitFor()
    await ofView.click()
    await page.getByRole('menuitem', { name: words.common.delete }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.common.delete }).click()
    await page.waitForURL((url) => !url.searchParams.has('saved'))
    await card(page, names[1]!).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`Undoing a bulk move restores the probability of each deal and the status of each lead (${where})`, async () => {
    const names = [1, 2].map((n) => `Finca ${n} ${language}`)
    const deals = await Promise.all(names.map((name) => addDeal(name)))
    await rest('PATCH', `/opportunities/${deals[0]!.id}`, { key, body: { probability: 37 } })
    const made = await Promise.all(
      names.map((name) => rest<{ id: string }>('POST', '/leads', { key, body: { name, pipeline: leads.id } })),
    )
    await rest('PATCH', `/leads/${made[0]!.body.id}`, { key, body: { status: 'qualified' } })
    const unqualified = leads.stages.find(({ type }) => type === 'lost')!
    for (const [kind, ids, board, to] of [
      ['opportunities', deals.map(({ id }) => id), pipeline, second],
      ['leads', made.map(({ body }) => body.id), leads, unqualified],
    ] as const) {
      const read = async () => {
        const all = await Promise.all(ids.map((id) => rest<Stated>('GET', `/${kind}/${id}`, { key })))
        return all.map(({ body: { stage, status, probability } }) => [stage.id, status, probability])
      }
      const before = await read()
      assert.notDeepEqual(before[0], before[1])
      const page = await openBoard(board.id)
      await card(page, names[0]!).waitFor()
      await page.keyboard.press('v')
      await page.getByRole('table').waitFor()
      for (const name of names) await page.getByRole('checkbox', { name: sales.list.select(name), exact: true }).click()
      await page.getByText(selection.selected(2)).waitFor()
      await page.getByRole('combobox', { name: sales.bulk.stage }).click()
      await page.getByRole('option', { name: to.name }).click()
      await page.getByText(sales.bulk.changed(2)).waitFor()
      assert.ok((await read()).every(([stage]) => stage === to.id))
      await page.getByRole('button', { name: words.common.undo }).click()
      await until(async () => JSON.stringify(await read()) === JSON.stringify(before), `the ${kind} as before`)
      assert.deepEqual(page.faults, [])
    }
  })

  test(`Deleted leads can be restored from the bin (${where})`, async () => {
    const name = `Interesada ${language}`
    const page = await openBoard(leads.id)
    await page.getByRole('button', { name: deals.create.open.leads }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(deals.create.name, { exact: true }).fill(name)
    await dialog.getByRole('button', { name: deals.create.submit.leads }).click()
    await card(page, name).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the board of leads')

    await page.getByRole('button', { name: sales.card.actions(name) }).click()
    await page.getByRole('menuitem', { name: sales.remove }).click()
    await card(page, name).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: words.common.more }).click()
    await page.getByRole('menuitem', { name: sales.bin.open }).click()
    await dialog.getByText(name, { exact: true }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the bin')
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

test('A move that was undone triggers no rule; one that stays does when it can no longer be undone', async () => {
  const body = { name: 'Aviso', event: 'opportunity.stage_changed', actions: [{ type: 'add_note', content: 'Hola' }] }
  const { body: rule } = await rest<{ id: string }>('POST', '/automation-rules', { key, body })
  const [undone, kept] = [await addDeal('Sin aviso'), await addDeal('Con aviso')]
  const page = await enter(user, `pipeline?pipeline_id=${pipeline.id}`, { language: 'es' })
  const stageOf = (deal: Deal) => readDeal(deal.id).then(({ stage }) => stage.id)
  const move = async (deal: Deal) => {
    await page.getByRole('link', { name: deal.name, exact: true }).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('status').getByText(pipelineEs.move.done(deal.name, second.name)).waitFor()
  }
  await move(undone)
  await page.keyboard.press('z')
  await until(async () => (await stageOf(undone)) === first.id, 'the deal is back')
  await move(kept)
  const triggered = async () => {
    const { body: runs } = await rest<{ items: { subject: { id: string } }[] }>(
      'GET',
      `/automation-runs?rule_id=${rule.id}`,
      { key },
    )
    return runs.items.map(({ subject }) => subject.id)
  }
  await untilFollowed(async () => (await triggered()).length > 0, 'the rule runs')
  assert.deepEqual(await triggered(), [kept.id])
  assert.deepEqual(page.faults, [])
})

test('A card says that nothing is planned until an activity is', async () => {
  const deal = await addDeal('Sin plan', { stage: second.id })
  const page = await enter(user, `pipeline?pipeline_id=${pipeline.id}`, { viewport: { width: 1440, height: 900 } })
  const item = page.locator(`[data-id="${deal.id}"]`)
  await item.getByText(pipelineEs.card.unplanned).waitFor()
  await rest('POST', '/activities', {
    key,
    body: { entity_type: 'opportunity', entity_id: deal.id, type: 'call', due_at: '2030-01-02T15:00:00Z' },
  })
  await item.getByText(pipelineEs.card.unplanned).waitFor({ state: 'detached' })
  // Thousands of millions are grouped.
  await addDeal('Torre', { stage: second.id, amount: 1_400_000_000 })
  await page
    .getByText(/^\$\s?1\.400\sM$/)
    .first()
    .waitFor()
})

test('On a phone one stage fills the screen, with tabs for the others', async () => {
  const deal = await addDeal('En el teléfono', { stage: third.id })
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const page = await enter(user, `pipeline?pipeline_id=${pipeline.id}`, phone)
  const stages = page.getByRole('navigation', { name: pipelineEs.switchStage })
  await stages.getByRole('button', { name: third.name }).tap()
  await page.locator(`[data-card="${deal.id}"]`).tap({ trial: true })
  assert.deepEqual(await axeViolations(page), [])
})

test('A stage with required fields asks for them, and then takes the card', async () => {
  const asking =
    pipeline.stages.find(({ type, id }) => type === 'open' && id !== first.id && id !== second.id && id !== third.id) ??
    third
  const field = { display_name: 'Forma de pago', key: 'forma_de_pago', model: 'opportunity_attribute', type: 'list' }
  await rest('POST', '/custom-attributes', { key, body: { ...field, values: ['Contado', 'Crédito'] } })
  const body = { required_fields: ['description', 'custom_attributes.forma_de_pago'] }
  await rest('PATCH', `/stages/${asking.id}`, { key, body })
  const deal = await addDeal('Sin descripción')
  const page = await enter(user, `pipeline?pipeline_id=${pipeline.id}`)
  await page.locator(`[data-card="${deal.id}"]`).focus()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: asking.name }).click()
  const dialog = page.getByRole('dialog', { name: pipelineEs.required.title(asking.name) })
  const submit = dialog.getByRole('button', { name: pipelineEs.required.submit(asking.name) })
  await dialog.getByLabel(dealEs.fields.description).fill('Dos alcobas')
  assert.equal(await submit.isDisabled(), true)
  assert.deepEqual(await axeViolations(page), [], 'the required fields')
  await dialog.getByRole('combobox', { name: 'Forma de pago' }).click()
  await page.getByRole('option', { name: 'Crédito' }).click()
  await submit.click()
  await page
    .getByRole('region', { name: pipelineEs.column(asking.name) })
    .locator(`[data-card="${deal.id}"]`)
    .waitFor()
  await until(async () => (await readDeal(deal.id)).stage.id === asking.id, `the deal is in ${asking.name}`)

  // The field is shown on the deal, and filters the list.
  await page.goto(`${url}/app/${account_id}/opportunities/${deal.id}`)
  await page.getByRole('combobox', { name: 'Forma de pago' }).waitFor()
})
