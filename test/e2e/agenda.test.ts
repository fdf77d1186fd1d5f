import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, dayOf } from '#contract/periods.ts'
import { agendaEn } from '#web/locales/agenda.en.ts'
import { agendaEs } from '#web/locales/agenda.es.ts'
import { dealEn } from '#web/locales/deal.en.ts'
import { dealEs } from '#web/locales/deal.es.ts'
import { en } from '#web/locales/en.ts'
import { es } from '#web/locales/es.ts'
import { barriers, openBrowser } from '#test/browser.ts'
import { openNode, PASSWORD } from '#test/node.ts'
import { inHours } from '#test/test_drives.ts'

const openPage = await openBrowser()
const { url, rest, key, user, account_id } = await openNode()
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

for (const [language, words, agenda, deal, colorScheme] of [
  ['es', es, agendaEs, dealEs, 'light'],
  ['en', en, agendaEn, dealEn, 'dark'],
] as const) {
  test(`a person sees what is to be done, does it and plans more (${language}, ${colorScheme})`, async () => {
    await plan(`Llamada vencida ${language}`, -30)
    await plan(`Llamada lejana ${language}`, 24 * 40)
    const { page, faults } = await openAt('agenda', language, colorScheme)
    const overdue = page.getByRole('region', { name: agenda.groups.overdue })
    await overdue.getByText(`Llamada vencida ${language}`).waitFor()
    await page.getByRole('region', { name: agenda.groups.later }).getByText(`Llamada lejana ${language}`).waitFor()
    assert.deepEqual(await barriers(page), [], 'the list')

    await page.keyboard.press('j')
    await overdue.getByRole('button', { name: deal.activities.complete(`Llamada vencida ${language}`) }).click()
    await page.getByRole('button', { name: deal.activities.completeNow }).click()
    await overdue.getByText(`Llamada vencida ${language}`).waitFor({ state: 'detached' })

    // Somebody plans something elsewhere, and it appears.
    await plan(`De otro lado ${language}`, 24 * 41)
    await page.getByText(`De otro lado ${language}`).waitFor()

    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: deal.activities.scheduleTitle })
    await dialog.getByRole('combobox', { name: deal.activities.about }).fill('rosa')
    await page.getByRole('option', { name: /Rosa Ñáñez/ }).click()
    await dialog.getByRole('button', { name: deal.activities.types.meeting }).click()
    await dialog.getByLabel(deal.activities.body).fill(`Visita ${language}`)
    await dialog.getByRole('button', { name: deal.activities.quick.tomorrow }).click()
    assert.deepEqual(await barriers(page), [], 'planning')
    await dialog.getByRole('button', { name: deal.activities.save }).click()
    const tomorrow = page.getByRole('region', { name: agenda.groups.tomorrow }).getByText(`Visita ${language}`)
    await tomorrow.waitFor()

    // A week later, and back.
    await page.getByRole('button', { name: deal.activities.edit(`Visita ${language}`) }).click()
    await page.getByRole('menuitem', { name: deal.activities.toNextWeek }).click()
    await page.getByRole('region', { name: agenda.groups.later }).getByText(`Visita ${language}`).waitFor()
    await page.getByRole('button', { name: words.common.undo }).click()
    await tomorrow.waitFor()

    const day = addDays(dayOf(new Date(), account.body.time_zone), 1)
    await page.goto(`${url}/app/${account_id}/agenda?view=month&day=${day}`)
    await page.getByRole('button', { name: new RegExp(`Visita ${language}`) }).waitFor()
    assert.deepEqual(await barriers(page), [], 'the month')
    await page.keyboard.press('2')
    await page.getByRole('button', { pressed: true, name: agenda.views.week }).waitFor()
    await page.getByRole('button', { name: new RegExp(`Visita ${language}`) }).click()
    await page.getByRole('link', { name: 'Rosa Ñáñez' }).waitFor()
    assert.deepEqual(await barriers(page), [], 'the week')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: agenda.feed.open }).click()
    const feed = page.getByRole('dialog', { name: agenda.feed.title })
    await feed.getByRole('textbox', { name: agenda.feed.address }).waitFor()
    assert.deepEqual(await barriers(page), [], 'the feed')
    assert.deepEqual(faults, [])
  })

  test(`a test drive is booked and cancelled (${language}, ${colorScheme})`, async () => {
    const { page, faults } = await openAt('agenda?tab=test-drives', language, colorScheme)
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
    assert.deepEqual(await barriers(page), [], 'slots')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: drives.book }).first().click()
    const booking = page.getByRole('dialog', { name: drives.bookTitle })
    await booking.getByRole('combobox', { name: drives.findContact }).fill('peña')
    await page.getByRole('option', { name: /Íngrid Peña/ }).click()
    await booking.getByRole('combobox', { name: drives.slot }).click()
    await page.getByRole('option').first().click()
    assert.deepEqual(await barriers(page), [], 'booking')
    await booking.getByRole('button', { name: drives.book }).click()
    await page.getByRole('link', { name: 'Íngrid Peña' }).first().waitFor()
    assert.deepEqual(await barriers(page), [], 'the list')

    await page.getByRole('button', { name: drives.cancel }).first().click()
    const cancelling = page.getByRole('dialog', { name: drives.cancelTitle('Íngrid Peña') })
    await cancelling.getByLabel(drives.reason).fill('Está de viaje')
    await cancelling.getByRole('button', { name: drives.cancel }).click()
    await page.getByRole('link', { name: 'Íngrid Peña' }).waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })
}
