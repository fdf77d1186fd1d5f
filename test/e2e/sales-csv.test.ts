import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Lead, Opportunity } from '#contract/records/crm.ts'
import { importEn } from '#web/features/import/words.en.ts'
import { importEs } from '#web/features/import/words.es.ts'
import { openApp, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'

const { key, user, enter, rest } = await openApp()

for (const [language, imports, colorScheme] of sample([
  ['es', importEs, 'light'],
  ['en', importEn, 'dark'],
] as const)) {
  const { words } = locales[language]

  test(`Deals are imported with their dates, and exported again (${language}, ${colorScheme})`, async () => {
    const page = await enter(user, 'pipeline?kind=opportunities&pipelines=all&view=list&closed=yes', {
      language,
      colorScheme,
    })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button(words.common.more).first().click()
    await page.getByRole('menuitem', { name: words.common.importCsv }).click()
    const csv = [
      'Deal;Value;Person email;Status;Add time;Won time;Expected close;Motivo',
      `Venta ${language};$ 450.000.000;venta.${language}@example.com;Won;2026-01-05;2026-02-10;;`,
      `Perdida ${language};10;venta.${language}@example.com;Lost;2026-01-05;;2026-03-01;`,
    ].join('\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'deals.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const dialog = page.getByRole('dialog')
    await dialog.getByText(imports.needs.name).waitFor()
    await dialog.getByRole('combobox', { name: /^Deal: / }).click()
    await page.getByRole('option', { name: language === 'es' ? 'Título' : 'Title', exact: true }).click()
    assert.deepEqual(await axeViolations(page), [], 'the columns')
    await button(imports.next).click()
    await dialog.getByText(imports.reasons['lost_reason.lost_reason_required']).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the dry run')
    await button(imports.start.opportunities(1)).click()
    await dialog.getByText(imports.done).waitFor()
    await button(words.common.done).click()
    await page.getByText(`Venta ${language}`).first().waitFor()

    const { body } = await rest<{ items: Opportunity[] }>('GET', `/opportunities?query=Venta%20${language}`, { key })
    const own = body.items.filter(({ name }) => name === `Venta ${language}`)
    assert.deepEqual(
      own.map(({ amount, status, actual_close_date }) => [amount, status, actual_close_date]),
      [[450_000_000, 'won', '2026-02-10']],
    )
    await button(words.common.more).first().click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: words.common.exportCsv }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    assert.match(text, new RegExp(language === 'es' ? '^\uFEFFID;Título;' : '^\uFEFFID,Title,'))
    assert.match(text, new RegExp(`Venta ${language}`))
    assert.deepEqual(page.faults, [])
  })

  test(`Leads are imported into their pipeline (${language}, ${colorScheme})`, async () => {
    const page = await enter(user, 'pipeline?kind=leads&pipelines=all&view=list', { language, colorScheme })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button(words.common.more).first().click()
    await page.getByRole('menuitem', { name: words.common.importCsv }).click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'leads.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Título,Correo,Fecha de creación\nLead ${language},lead.${language}@example.com,2026-01-05\n`,
      ),
    })
    await button(imports.next).click()
    await button(imports.start.leads(1)).click()
    await page.getByRole('dialog').getByText(imports.done).waitFor()
    await button(words.common.done).click()
    await page.getByText(`Lead ${language}`).first().waitFor()
    const { body } = await rest<{ items: Lead[] }>('GET', `/leads?query=Lead%20${language}`, { key })
    assert.equal(body.items[0]?.created_at.slice(0, 10), '2026-01-05')
    assert.deepEqual(page.faults, [])
  })
}
