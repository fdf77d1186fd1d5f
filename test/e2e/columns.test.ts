import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { columnsEn } from '#web/ui/columns/words.en.ts'
import { columnsEs } from '#web/ui/columns/words.es.ts'
import { contactsEn } from '#web/screens/contacts/words.en.ts'
import { contactsEs } from '#web/screens/contacts/words.es.ts'
import { viewEn } from '#web/features/views/words.en.ts'
import { viewEs } from '#web/features/views/words.es.ts'
import { pipelineEn } from '#web/screens/pipeline/words.en.ts'
import { pipelineEs } from '#web/screens/pipeline/words.es.ts'
import { sortingEn } from '#web/ui/sort-list/words.en.ts'
import { sortingEs } from '#web/ui/sort-list/words.es.ts'
import { locales, openApp } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { rest, key, makeUser, enter, sql } = app
const say = async <T = { id: string }>(path: string, body: object) => (await rest<T>('POST', path, { key, body })).body

await say('/custom-attributes', {
  display_name: 'Presupuesto',
  key: 'budget',
  model: 'contact_attribute',
  type: 'number',
})
for (const [name, budget] of [
  ['Zoila Peña', 1500],
  ['Ana Ruiz', 20],
] as const)
  await say('/contacts', {
    name,
    email: `${budget}@example.com`,
    company_name: name.startsWith('Z') ? 'Acme' : 'Zeta',
    custom_attributes: { budget },
  })
await sql`update contacts set last_activity_at = now() where name = 'Ana Ruiz'`
const contact = await say('/contacts', { name: 'Marta Ñáñez', email: 'marta@example.com' })
for (const [name, amount, stage] of [
  ['Casa', 300_000_000, 'Contactado'],
  ['Lote', 100_000_000, 'Propuesta'],
] as const)
  await say('/opportunities', { name, amount, stage, contact_id: contact.id, expected_close_date: '2030-01-01' })

const wide = { viewport: { width: 1500, height: 900 } }
const headers = (page: Page) => page.getByRole('columnheader').allTextContents()
const openMenu = async (page: Page, more: string, item: string) => {
  await page.getByRole('button', { name: more, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

for (const [language, words, contacts, sorting, common] of sample([
  ['es', columnsEs, contactsEs, sortingEs, locales.es.words.common],
  ['en', columnsEn, contactsEn, sortingEn, locales.en.words.common],
] as const)) {
  test(`Columns of contacts are chosen, ordered, sorted and resized, and stay so (${language})`, async () => {
    const me = await makeUser('agent')
    const page = await enter(me, 'contacts', { language, ...wide })
    const names = contacts.list.columns
    await page.getByRole('columnheader', { name: names.email }).waitFor()
    await openMenu(page, common.more, words.open)
    const dialog = page.getByRole('dialog', { name: words.title })
    await dialog.getByRole('checkbox', { name: names.phone }).click()
    await dialog.getByRole('checkbox', { name: 'Presupuesto' }).click()
    await dialog.getByRole('button', { name: sorting.handle('Presupuesto') }).press('ArrowUp')
    assert.deepEqual(await axeViolations(page), [], 'the dialog')
    await dialog.getByRole('button', { name: common.close }).last().click()
    await page.getByRole('columnheader', { name: 'Presupuesto' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: names.phone }).count(), 0)
    await page
      .getByRole('row', { name: /Zoila Peña/ })
      .getByText(language === 'es' ? '1.500' : '1,500')
      .waitFor()

    await page.getByRole('columnheader', { name: names.name }).getByRole('button').click()
    await page.waitForURL('**/contacts?sort=name')
    assert.equal(await page.getByRole('columnheader', { name: names.name }).getAttribute('aria-sort'), 'ascending')
    await page.getByRole('row').nth(1).getByText('Ana Ruiz').waitFor()
    await page.getByRole('columnheader', { name: names.name }).getByRole('button').click()
    await page.waitForURL('**/contacts?sort=-name')
    await page.getByRole('row').nth(1).getByText('Zoila Peña').waitFor()

    await dialog.waitFor({ state: 'detached' })
    await openMenu(page, common.more, words.open)
    for (const name of [names.company, names.activity]) await dialog.getByRole('checkbox', { name }).click()
    await dialog.getByRole('button', { name: common.close }).last().click()
    for (const [header, sort, first] of [
      [names.company, 'company_name', 'Zoila Peña'],
      [names.email, 'email', 'Zoila Peña'],
      [names.activity, 'last_activity_at', 'Ana Ruiz'],
    ] as const) {
      await page.getByRole('columnheader', { name: header }).getByRole('button').click()
      await page.waitForURL(`**/contacts?sort=${sort}`)
      await page.getByRole('row').nth(1).getByText(first).waitFor()
      await page.getByRole('columnheader', { name: header }).getByRole('button').click()
      await page.waitForURL(`**/contacts?sort=-${sort}`)
      assert.equal(await page.getByRole('columnheader', { name: header }).getAttribute('aria-sort'), 'descending')
    }

    const title = page.getByRole('columnheader', { name: names.name })
    const edge = title.getByRole('separator', { name: words.resize })
    const widthOf = async () => (await title.boundingBox())!.width
    const isSet = async () => Math.abs(Number(await edge.getAttribute('aria-valuenow')) - (await widthOf())) < 1
    await edge.press('ArrowRight')
    await until(isSet, 'the width is set')
    const before = await widthOf()
    const box = (await edge.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await until(isSet, 'the width is set again')
    const after = await widthOf()
    assert.ok(Math.abs(after - before - 60) < 3, `${before} and ${after}`)
    assert.deepEqual(await axeViolations(page), [], 'the list')

    const shown = await headers(page)
    await page.reload()
    await page.getByRole('columnheader', { name: 'Presupuesto' }).waitFor()
    assert.deepEqual(await headers(page), shown)
    assert.ok(Math.abs((await widthOf()) - after) < 2)
    await openMenu(page, common.more, words.open)
    await page.getByRole('dialog').getByRole('button', { name: words.reset }).click()
    await page.getByRole('dialog').getByRole('button', { name: common.close }).last().click()
    await page.getByRole('columnheader', { name: names.phone }).waitFor()
    assert.deepEqual(page.faults, [])
  })
}

for (const [language, words, sales, common] of sample([
  ['es', columnsEs, pipelineEs, locales.es.words.common],
  ['en', columnsEn, pipelineEn, locales.en.words.common],
] as const)) {
  test(`Deals are sorted by amount, and a column is added (${language})`, async () => {
    const me = await makeUser('agent')
    const page = await enter(me, 'pipeline?view=list&kind=opportunities&pipelines=all', { language, ...wide })
    const names = sales.list.columns
    const view = language === 'es' ? viewEs : viewEn
    await page.getByRole('columnheader', { name: names.amount }).getByRole('button').click()
    await page.waitForURL('**sort=amount**')
    await page.getByRole('row').nth(1).getByText('Lote').waitFor()
    await page.getByRole('columnheader', { name: names.amount }).getByRole('button').click()
    await page.getByRole('row').nth(1).getByText('Casa').waitFor()
    await page
      .getByRole('row')
      .nth(1)
      .getByText(/300[.,]000[.,]000/)
      .waitFor()
    await openMenu(page, common.more, words.open)
    await page.getByRole('dialog').getByRole('checkbox', { name: names.activity }).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: names.contact }).click()
    await page.getByRole('dialog').getByRole('button', { name: common.close }).last().click()
    await page.getByRole('row', { name: /Casa/ }).getByText('Marta Ñáñez').last().waitFor()
    await page.getByRole('columnheader', { name: names.activity }).getByRole('button').click()
    await page.waitForURL('**sort=last_activity_at**')
    await page.getByRole('row').nth(1).getByText('Casa').waitFor()
    await page.getByRole('columnheader', { name: names.activity }).getByRole('button').click()
    await page.getByRole('row').nth(1).getByText('Lote').waitFor()
    assert.deepEqual(await axeViolations(page), [])

    for (const [header, sort, first] of [
      [names.stage, 'stage', 'Casa'],
      [names.stage, '-stage', 'Lote'],
      [names.owner, 'owner', 'Lote'],
      [names.owner, '-owner', 'Lote'],
    ] as const) {
      await page.getByRole('columnheader', { name: header }).getByRole('button').click()
      await page.waitForURL(`**sort=${sort}**`)
      await page.locator('[role="table"][aria-busy="false"]').getByRole('row').nth(1).getByText(first).waitFor()
    }

    // A saved view keeps the order.
    const list = `${app.url}/app/${app.account_id}/pipeline?view=list&kind=opportunities&pipelines=all`
    await page.goto(`${list}&q=a&sort=-stage`)
    const views = page.getByRole('button', { name: `${view.menu}: ${sales.allRecords.opportunities}` })
    await views.click()
    await page.getByRole('menuitem', { name: view.saveAs }).click()
    const name = `Vista ${language}`
    await page.getByRole('dialog').getByRole('textbox').first().fill(name)
    await page.getByRole('dialog').getByRole('button', { name: common.save }).last().click()
    await page.waitForURL('**saved=**')
    await page.goto(list)
    await views.click()
    await page.getByRole('menuitemradio', { name }).click()
    await page.waitForURL('**sort=-stage**')
    assert.deepEqual(page.faults, [])
  })
}
