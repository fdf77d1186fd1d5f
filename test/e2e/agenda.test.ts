import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayOf } from '#contract/periods.ts'
import { agendaEn } from '#web/screens/agenda/words.en.ts'
import { agendaEs } from '#web/screens/agenda/words.es.ts'
import { activityEn } from '#web/features/activities/words.en.ts'
import { activityEs } from '#web/features/activities/words.es.ts'
import { en } from '#web/app/words.en.ts'
import { es } from '#web/app/words.es.ts'
import { openApp } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { inHours } from '#test/test-drives.ts'

const { url, rest, key, user, account_id, enter } = await openApp()
const account = await rest<{ time_zone: string }>('PATCH', '/account', { key, body: { modules: ['test_drives'] } })
const lead = await rest<{ id: string }>('POST', '/leads', { key, body: { name: 'Rosa Ñáñez', owner_id: user.id } })
await rest('POST', '/contacts', { key, body: { name: 'Íngrid Peña', phone_number: '+573000000001' } })

const plan = (body: string, hours: number) =>
  rest('POST', '/activities', {
    key,
    body: {
      entity_type: 'lead',
      entity_id: lead.body.id,
      type: 'call',
      due_at: inHours(hours),
      body,
      assigned_to: user.id,
    },
  })

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const openAt = (place: string, language: 'es' | 'en', colorScheme: 'light' | 'dark', viewport = desktop) =>
  enter(user, place, { language, colorScheme, viewport })

for (const [language, words, agenda, activities, colorScheme] of sample([
  ['es', es, agendaEs, activityEs, 'light'],
  ['en', en, agendaEn, activityEn, 'dark'],
] as const)) {
  test(`Activities can be completed, scheduled and rescheduled (${language}, ${colorScheme})`, async () => {
    await plan(`Llamada vencida ${language}`, -30)
    await plan(`Llamada lejana ${language}`, 24 * 40)
    const page = await openAt('agenda', language, colorScheme)
    const overdue = page.getByRole('region', { name: agenda.groups.overdue })
    await overdue.getByText(`Llamada vencida ${language}`).waitFor()
    await page.getByRole('region', { name: agenda.groups.later }).getByText(`Llamada lejana ${language}`).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the list')

    await page.keyboard.press('j')
    await overdue.getByRole('button', { name: activities.complete(`Llamada vencida ${language}`) }).click()
    await overdue.getByText(`Llamada vencida ${language}`).waitFor({ state: 'detached' })

    // Somebody plans something elsewhere, and it appears.
    await plan(`De otro lado ${language}`, 24 * 41)
    await page.getByText(`De otro lado ${language}`).waitFor()

    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: activities.scheduleTitle })
    await dialog.getByRole('combobox', { name: activities.about }).fill('rosa')
    await page.getByRole('option', { name: /Rosa Ñáñez/ }).click()
    await dialog.getByRole('button', { name: activities.types.meeting }).click()
    await dialog.getByLabel(activities.body).fill(`Visita ${language}`)
    await dialog.getByRole('button', { name: activities.quick.tomorrow }).click()
    await dialog.getByRole('combobox', { name: activities.duration }).click()
    await page.getByRole('option', { name: activities.minutes(90) }).click()
    assert.deepEqual(await axeViolations(page), [], 'planning')
    await dialog.getByRole('button', { name: activities.save }).click()
    const tomorrow = page.getByRole('region', { name: agenda.groups.tomorrow }).getByText(`Visita ${language}`)
    await tomorrow.waitFor()

    // A week later, and back.
    await page.getByRole('button', { name: activities.edit(`Visita ${language}`) }).click()
    await page.getByRole('menuitem', { name: activities.toNextWeek }).click()
    await page.getByRole('region', { name: agenda.groups.later }).getByText(`Visita ${language}`).waitFor()
    const rescheduled = page.locator('[data-toast]').filter({ hasText: activities.moved('').trim() })
    await rescheduled.getByRole('button', { name: words.common.undo }).click()
    await tomorrow.waitFor()

    const day = addDays(dayOf(new Date(), account.body.time_zone), 1)
    await page.goto(`${url}/app/${account_id}/agenda?view=month&day=${day}`)
    await page.getByRole('button', { name: new RegExp(`Visita ${language}`) }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the month')
    await page.keyboard.press('2')
    await page.getByRole('button', { pressed: true, name: agenda.views.week }).waitFor()
    await page.getByRole('button', { name: new RegExp(`Visita ${language}`) }).click()
    await page.getByRole('link', { name: 'Rosa Ñáñez' }).waitFor()
    await page.getByText(activities.minutes(90)).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the week')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: agenda.feed.open }).click()
    const feed = page.getByRole('dialog', { name: agenda.feed.title })
    await feed.getByRole('textbox', { name: agenda.feed.address }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the feed')
    assert.deepEqual(page.faults, [])
  })

  test(`An activity of a contact is planned, done and reopened on a phone (${language}, ${colorScheme})`, async () => {
    const page = await openAt('agenda', language, colorScheme, phone)
    const what = `Saludar ${language}`
    const row = page.getByRole('listitem').filter({ hasText: what })
    await page.getByRole('button', { name: agenda.schedule }).first().click()
    const dialog = page.getByRole('dialog', { name: activities.scheduleTitle })
    await dialog.getByRole('combobox', { name: activities.about }).fill('peña')
    await page.getByRole('option', { name: /Íngrid Peña/ }).click()
    await dialog.getByLabel(activities.body).fill(what)
    await dialog.getByRole('button', { name: activities.quick.tomorrow }).click()
    await dialog.getByRole('button', { name: activities.save }).click()
    await row.getByRole('link', { name: 'Íngrid Peña' }).waitFor()

    await row.getByRole('button', { name: activities.complete(what) }).click()
    await row.waitFor({ state: 'detached' })
    await page.goto(`${url}/app/${account_id}/agenda?state=done`)
    await row.getByRole('button', { name: activities.reopen(what) }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the done ones')
    await row.getByRole('button', { name: activities.reopen(what) }).click()
    await row.waitFor({ state: 'detached' })
    await page.goto(`${url}/app/${account_id}/agenda`)
    await row.waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    assert.deepEqual(page.faults, [])
  })

  test(`A test drive is booked and cancelled (${language}, ${colorScheme})`, async () => {
    const page = await openAt('agenda?tab=test-drives', language, colorScheme)
    const drives = agenda.testDrives
    await page.getByRole('button', { name: drives.manage }).click()
    const dialog = page.locator('[role=dialog]:not([data-toast])')
    await dialog.getByRole('button', { name: drives.addVehicle }).click()
    await dialog.getByLabel(drives.name).fill(`Camioneta ${language}`)
    await dialog.getByLabel(drives.code).fill(`CAR-${language}`)
    await dialog.getByRole('button', { name: words.common.save }).click()
    const made = dialog.getByRole('listitem').filter({ hasText: `Camioneta ${language}` })
    await made.getByRole('button', { name: drives.openSlots }).click()
    await dialog.getByRole('button', { name: drives.create(3) }).click()
    await dialog.getByText(drives.free).first().waitFor()
    assert.deepEqual(await axeViolations(page), [], 'slots')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: drives.book }).first().click()
    const booking = page.getByRole('dialog', { name: drives.bookTitle })
    await booking.getByRole('combobox', { name: drives.findContact }).fill('peña')
    await page.getByRole('option', { name: /Íngrid Peña/ }).click()
    await booking.getByRole('combobox', { name: drives.slot }).click()
    await page.getByRole('option').first().click()
    assert.deepEqual(await axeViolations(page), [], 'booking')
    await booking.getByRole('button', { name: drives.book }).click()
    await page.getByRole('link', { name: 'Íngrid Peña' }).first().waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the list')

    await page.getByRole('button', { name: drives.cancel }).first().click()
    const cancelling = page.getByRole('dialog', { name: drives.cancelTitle('Íngrid Peña') })
    await cancelling.getByLabel(drives.reason).fill('Está de viaje')
    await cancelling.getByRole('button', { name: drives.cancel }).click()
    await page.getByRole('link', { name: 'Íngrid Peña' }).waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })
}
