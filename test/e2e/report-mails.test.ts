import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { reportSchedulesEn } from '#web/features/report-schedules/words.en.ts'
import { reportSchedulesEs } from '#web/features/report-schedules/words.es.ts'
import { scheduleListEn } from '#web/screens/settings/report-schedules/words.en.ts'
import { scheduleListEs } from '#web/screens/settings/report-schedules/words.es.ts'
import { locales, openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { sql, account_id, makeUser, enter } = app

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

for (const [language, words, list, common, colorScheme] of sample([
  ['es', reportSchedulesEs, scheduleListEs, locales.es.words.common, 'light'],
  ['en', reportSchedulesEn, scheduleListEn, locales.en.words.common, 'dark'],
] as const)) {
  test(`A report is scheduled from its page, listed, sent, paused and deleted (${language})`, async () => {
    const me = await makeUser('agent')
    const page = await enter(me, 'reports/overview?period=last_month', { language, colorScheme })
    const name = words.names.overview
    await page.getByRole('button', { name: words.open }).click()
    const dialog = page.getByRole('dialog', { name: words.title(name) })
    await dialog.getByRole('combobox', { name: words.period }).getByText(words.periods.last_month).waitFor()
    await choose(page, words.every, words.frequencies.month)
    await choose(page, words.monthDay, '31')
    await dialog.getByText(words.monthDayHint).waitFor()
    await choose(page, words.hour, '07:00')
    assert.deepEqual(await axeViolations(page), [], 'the dialog')
    await dialog.getByRole('button', { name: words.submit }).click()
    await page.getByText(words.created(name)).waitFor()

    await page.goto(`${app.url}/app/${account_id}/settings/report-schedules`)
    const row = page.getByRole('list', { name: list.list }).getByRole('listitem')
    await row.getByText(`${name} · ${words.periods.last_month}`).waitFor()
    await row.getByText(words.monthly(31, '07:00')).waitFor()
    await row.getByText(list.never).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the list')

    const act = async (action: string) => {
      await row.getByRole('button', { name: `${common.more}: ${name}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await act(list.pause)
    await row.getByText(list.paused, { exact: true }).waitFor()
    await act(list.resume)
    await row.getByText(list.paused, { exact: true }).waitFor({ state: 'detached' })
    await act(list.send)
    await page.getByText(list.sent(name)).waitFor()
    const arrived = () => sql`select from emails where kind = 'report' and to_address = ${me.email} and status = 'sent'`
    await until(async () => (await arrived()).length === 1, 'the mail is sent')

    await act(common.edit)
    await choose(page, words.every, words.frequencies.week)
    await choose(page, words.weekday, words.weekdays[4]!)
    await page.getByRole('dialog').getByRole('button', { name: common.save }).click()
    await row.getByText(words.weekly(words.weekdays[4]!, '07:00')).waitFor()
    await act(common.delete)
    await page.getByRole('alertdialog').getByRole('button', { name: common.delete }).click()
    await page.getByRole('heading', { name: list.empty }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'nothing scheduled')
    assert.deepEqual(page.faults, [])
  })
}

test('A schedule without recipients says so, and the dialog fits a phone', async () => {
  const me = await makeUser('agent')
  await sql`update users set name = 'Íngrid Peña' where id = ${me.id}`
  const page = await enter(me, 'reports/lost-reasons', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.getByRole('button', { name: reportSchedulesEs.open }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Íngrid Peña' }).click()
  await dialog.getByRole('button', { name: reportSchedulesEs.submit }).click()
  await dialog.getByText(reportSchedulesEs.recipientsMissing).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  assert.equal(await overflow(page), 0)
})
