import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addDays, dayOf, startOfWeek } from '#contract/periods.ts'
import type { Activity } from '#contract/records/crm.ts'
import { activityEn } from '#web/features/activities/words.en.ts'
import { activityEs } from '#web/features/activities/words.es.ts'
import { agendaEn } from '#web/screens/agenda/words.en.ts'
import { agendaEs } from '#web/screens/agenda/words.es.ts'
import { toInstant } from '#web/app/format/zone.ts'
import { locales, openApp } from '#test/app.ts'
import { findViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const { rest, key, user, makeUser, enter, sql } = await openApp()
const { body: account } = await rest<{ time_zone: string }>('GET', '/account', { key })
const lead = await rest<{ id: string }>('POST', '/leads', { key, body: { name: 'Rosa Ñáñez', owner_id: user.id } })

/** A week in which nothing is planned or overdue. */
const monday = addDays(startOfWeek(dayOf(new Date(), account.time_zone)), 14)
const day = (index: number) => addDays(monday, index)
const at = (index: number, clock: string) => toInstant(`${day(index)}T${clock}`, account.time_zone)

async function plan(agent: { id: string }, body: string, due_at: string, duration_minutes?: number) {
  const about = { entity_type: 'lead', entity_id: lead.body.id, type: 'call' }
  const made = await rest<Activity>('POST', '/activities', {
    key,
    body: { ...about, body, due_at, assigned_to: agent.id, ...(duration_minutes && { duration_minutes }) },
  })
  return made.body.id
}

const dueOf = async (id: string) => {
  const [row] = await sql<{ due_at: string }>`select iso(due_at) as due_at from activities where id = ${id}`
  return new Date(row!.due_at).toISOString()
}
const slot = (page: Page, index: number, hour: string) => page.locator(`[data-slot="${day(index)}T${hour}"]`)
const chip = (page: Page, id: string) => page.locator(`[data-activity="${id}"] > button`)

for (const [language, agenda, activities] of sample([
  ['es', agendaEs, activityEs],
  ['en', agendaEn, activityEn],
] as const)) {
  const { common } = locales[language].words
  const open = async (agent: { email: string }) => {
    const viewport = { width: 1440, height: 1000 }
    const page = await enter(agent, `agenda?view=week&day=${monday}`, { language, viewport })
    await slot(page, 0, '09').waitFor()
    return page
  }

  test(`An activity is planned at an hour of the week, by a click and by keys (${language})`, async () => {
    const agent = await makeUser('agent')
    const page = await open(agent)
    const dialog = page.getByRole('dialog', { name: activities.scheduleTitle })
    const due = dialog.locator('input[type="datetime-local"]')
    const save = async (text: string) => {
      await dialog.getByRole('combobox', { name: activities.about }).fill('rosa')
      await page.getByRole('option', { name: /Rosa Ñáñez/ }).click()
      await dialog.getByLabel(activities.body).fill(text)
      const answer = page.waitForResponse(/crm_schedule_activity/)
      await dialog.getByRole('button', { name: activities.save }).click()
      await dialog.waitFor({ state: 'detached' })
      return ((await (await answer).json()) as Activity).id
    }
    await slot(page, 2, '15').click()
    await due.waitFor()
    assert.equal(await due.inputValue(), `${day(2)}T15:00`)
    const clicked = await save('Visita por clic')
    assert.equal(await dueOf(clicked), at(2, '15:00'))
    await chip(page, clicked).waitFor()

    // One hour of the week is reached by Tab, and arrow keys lead to the others.
    await page.locator('[data-slot][tabindex="0"]').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.locator(`[data-slot="${day(1)}T11"]:focus`).waitFor()
    await page.keyboard.press('Enter')
    await due.waitFor()
    assert.equal(await due.inputValue(), `${day(1)}T11:00`)
    const typed = await save('Visita por teclas')
    assert.equal(await dueOf(typed), at(1, '11:00'))
    await chip(page, typed).waitFor()
    assert.deepEqual(await findViolations(page), [])
    assert.deepEqual(page.faults, [])
  })

  test(`An activity of the week is moved by dragging and by keys, and each move can be undone (${language})`, async () => {
    const agent = await makeUser('agent')
    const short = await plan(agent, 'Llamada', at(1, '09:15'))
    const long = await plan(agent, 'Reunión larga', at(3, '09:00'), 180)
    const page = await open(agent)
    const isMovedTo = (id: string, moment: string) => until(async () => (await dueOf(id)) === moment, `${id} to move`)
    const undo = page.getByRole('button', { name: common.undo })

    // It keeps its minutes.
    await chip(page, short).dragTo(slot(page, 4, '13'))
    await isMovedTo(short, at(4, '13:15'))
    await undo.click()
    await isMovedTo(short, at(1, '09:15'))
    await undo.waitFor({ state: 'detached' })

    // The hours it covers are free for itself.
    const hour = (await slot(page, 0, '09').boundingBox())!.height
    const place = (hours: number) => ({ x: 20, y: hour * hours })
    await chip(page, long).dragTo(chip(page, long), { sourcePosition: place(0.5), targetPosition: place(1.5) })
    await isMovedTo(long, at(3, '10:00'))
    await undo.click()
    await isMovedTo(long, at(3, '09:00'))
    await undo.waitFor({ state: 'detached' })

    await chip(page, short).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await isMovedTo(short, at(1, '10:15'))
    const target = page.getByRole('region', { name: new RegExp(agenda.count(2)) })
    await page.locator(`[data-activity="${short}"] > button:focus`).waitFor()
    // A key pressed before the last move was confirmed counts from where it is shown.
    await page.keyboard.press('Shift+ArrowRight')
    const dayAfter = page.locator('section', { has: slot(page, 2, '09') })
    await dayAfter.locator(`[data-activity="${short}"] > button:focus`).waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await isMovedTo(short, at(3, '10:15'))
    await target.locator(`[data-activity="${short}"]`).waitFor()
    await page.keyboard.press('z')
    await isMovedTo(short, at(2, '10:15'))
    assert.deepEqual(page.faults, [])
  })
}
