import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { automationsEn } from '#web/screens/settings/automations/words.en.ts'
import { automationsEs } from '#web/screens/settings/automations/words.es.ts'
import { inboxesEn } from '#web/screens/settings/inboxes/words.en.ts'
import { inboxesEs } from '#web/screens/settings/inboxes/words.es.ts'
import { colorEn } from '#web/ui/color-field/words.en.ts'
import { colorEs } from '#web/ui/color-field/words.es.ts'
import { messageEn } from '#web/features/message-template/words.en.ts'
import { messageEs } from '#web/features/message-template/words.es.ts'
import { savingEn } from '#web/ui/form/words.en.ts'
import { savingEs } from '#web/ui/form/words.es.ts'
import { sortingEn } from '#web/ui/sort-list/words.en.ts'
import { sortingEs } from '#web/ui/sort-list/words.es.ts'
import { attributeEn } from '#web/screens/settings/attributes/words.en.ts'
import { attributeEs } from '#web/screens/settings/attributes/words.es.ts'
import { cannedEn } from '#web/screens/settings/canned-responses/words.en.ts'
import { cannedEs } from '#web/screens/settings/canned-responses/words.es.ts'
import { labelEn } from '#web/screens/settings/labels/words.en.ts'
import { labelEs } from '#web/screens/settings/labels/words.es.ts'
import { macroEn } from '#web/screens/settings/macros/words.en.ts'
import { macroEs } from '#web/screens/settings/macros/words.es.ts'
import { planEn } from '#web/screens/settings/plan/words.en.ts'
import { planEs } from '#web/screens/settings/plan/words.es.ts'
import { botEn } from '#web/screens/settings/bots/words.en.ts'
import { botEs } from '#web/screens/settings/bots/words.es.ts'
import { teamEn } from '#web/screens/settings/teams/words.en.ts'
import { teamEs } from '#web/screens/settings/teams/words.es.ts'
import { workspaceEn } from '#web/screens/settings/workspace/words.en.ts'
import { workspaceEs } from '#web/screens/settings/workspace/words.es.ts'
import { openApp, overflow, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const colorWords = { es: colorEs, en: colorEn }
const messageWords = { es: messageEs, en: messageEn }
const savingWords = { es: savingEs, en: savingEn }
const sortingWords = { es: sortingEs, en: sortingEn }
const attributeWords = { es: attributeEs, en: attributeEn }
const cannedWords = { es: cannedEs, en: cannedEn }
const labelWords = { es: labelEs, en: labelEn }
const macroWords = { es: macroEs, en: macroEn }
const planWords = { es: planEs, en: planEn }
const teamWords = { es: teamEs, en: teamEn }
const botWords = { es: botEs, en: botEn }
const workspaceWords = { es: workspaceEs, en: workspaceEn }

const app = await openApp()
const { user, account_id, key, rest, enter, makeUser } = app
const inboxWords = { es: inboxesEs, en: inboxesEn }
const automationWords = { es: automationsEs, en: automationsEn }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
const toastShown = (page: Page, text: string) => page.locator('[data-toast]').getByText(text).first().waitFor()
/** Closes the toast, so that the next one with the same text is not mistaken for it. */
const toastClosed = async (page: Page, text: string) => {
  const toast = page.locator('[data-toast]', { hasText: text }).first()
  await toast.waitFor()
  await toast.locator('button').last().dispatchEvent('click')
  await toast.waitFor({ state: 'detached' })
}
const go = (page: Page, path: string) => page.goto(`${app.url}/app/${account_id}/settings/${path}`)
const act = async (page: Page, more: string, name: string, what: string) => {
  await button(page, `${more}: ${name}`).click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}
const list = async <T>(path: string) => (await rest<{ items: T[] }>('GET', path, { key })).body.items
const made = async <T = { id: string }>(path: string, body: object) => (await rest<T>('POST', path, { key, body })).body

for (const [language, colorScheme] of sample([
  ['es', 'light'],
  ['en', 'dark'],
] as const)) {
  const { common } = locales[language].words
  const mark = language
  const open = (place: string, more: object = {}) =>
    enter(user, `settings/${place}`, { language, colorScheme, ...more })

  test(`The workspace details are saved and a module is switched (${language})`, async () => {
    const words = workspaceWords[language]
    const read = async () =>
      (await rest<{ name: string; country: string; modules: string[] }>('GET', '/account', { key })).body
    const hadTestDrives = (await read()).modules.includes('test_drives')
    const page = await open('workspace')
    await page.getByLabel(words.name).fill(`Casa ${mark}`)
    await page.getByRole('combobox', { name: words.country }).click()
    await page.getByPlaceholder(words.countrySearch).fill('Per')
    await page.getByRole('option', { name: /^Per/ }).click()
    await button(page, common.save).click()
    await toastShown(page, words.saved)
    await page.getByRole('switch', { name: words.moduleNames['test_drives']![0] }).click()
    await toastShown(page, words.moduleNames['test_drives']![0])
    const { name, country, modules } = await read()
    assert.deepEqual([name, country], [`Casa ${mark}`, 'PE'])
    assert.equal(modules.includes('test_drives'), !hadTestDrives)
    assert.deepEqual(await axeViolations(page), [])

    await page.getByRole('combobox', { name: words.retentionFields.audit_days[0] }).click()
    await page.getByRole('option', { name: words.keptFor(null), exact: true }).click()
    await button(page, words.saveRetention).click()
    await toastShown(page, words.retentionSaved)
    assert.equal(
      (await rest<{ audit_days: number | null }>('GET', '/account/retention', { key })).body.audit_days,
      null,
    )
    assert.deepEqual(await axeViolations(page), [], 'with retention')

    await go(page, 'plan')
    await page.getByText(planWords[language].limits.documents).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the plan')
    assert.deepEqual(page.faults, [])
  })

  test(`Labels are created, reordered by keyboard and mouse, and deleted (${language})`, async () => {
    const [words, sorting] = [labelWords[language], sortingWords[language]]
    const titles = ['a', 'b', 'c'].map((letter) => `${letter} ${mark}`)
    for (const title of titles) await made('/labels', { title, color: '#3b6fd4' })
    const order = async () =>
      (await list<{ title: string }>('/labels')).map(({ title }) => title).filter((title) => titles.includes(title))
    const page = await open('labels')
    await button(page, titles[0]!).waitFor()

    await page.keyboard.press('c')
    await dialog(page).getByLabel(words.name).fill(titles[0]!)
    await button(page, words.submit).click()
    await dialog(page).getByText(locales[language].words.problems.taken).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the form with an error')
    await dialog(page).getByLabel(words.name).fill(`nueva ${mark}`)
    await dialog(page).getByRole('radio', { name: colorWords[language].names['#c2571a'] }).click()
    await button(page, words.submit).click()
    await toastShown(page, words.created(`nueva ${mark}`))
    const all = await list<{ title: string; color: string }>('/labels')
    assert.equal(all.find(({ title }) => title === `nueva ${mark}`)?.color, '#c2571a')

    await button(page, sorting.handle(titles[0]!)).press('ArrowDown')
    await page
      .getByText(sorting.moved(titles[0]!, 2, all.length))
      .or(page.getByText(`${titles[0]}: `))
      .first()
      .waitFor()
    await until(async () => (await order()).join() === [titles[1], titles[0], titles[2]].join(), 'the first goes down')
    // The focus stays with the row.
    assert.equal(await page.evaluate(`document.activeElement?.getAttribute('aria-label')`), sorting.handle(titles[0]!))

    const from = (await button(page, sorting.handle(titles[2]!)).boundingBox())!
    const to = (await button(page, sorting.handle(titles[1]!)).boundingBox())!
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    for (let y = from.y; y > to.y - 20; y -= 8) await page.mouse.move(from.x + 8, y)
    await page.mouse.up()
    await until(async () => (await order()).join() === [titles[2], titles[1], titles[0]].join(), 'the last goes first')
    await act(page, common.more, titles[2]!, sorting.down)
    await until(async () => (await order())[0] === titles[1], 'by the menu, too')

    await act(page, common.more, titles[1]!, common.delete)
    await dialog(page).getByText(words.carriedBy('0', '0')).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'before deleting')
    await dialog(page).getByRole('button', { name: common.delete }).click()
    await toastShown(page, words.deleted(titles[1]!))
    await button(page, titles[1]!).waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test(`A team is created, changes its members and is deleted (${language})`, async () => {
    const words = teamWords[language]
    const page = await open('teams')
    await button(page, words.create).click()
    await dialog(page).getByLabel(words.name).fill(`Ventas ${mark}`)
    await dialog(page).getByRole('checkbox', { name: user.name }).first().click()
    await button(page, words.submit).click()
    await toastShown(page, words.created(`Ventas ${mark}`))
    const team = async () =>
      (await list<{ name: string; members: unknown[] }>('/teams')).find(({ name }) => name === `Ventas ${mark}`)
    assert.equal((await team())?.members.length, 1)

    await button(page, `Ventas ${mark}`).click()
    await dialog(page).getByRole('checkbox', { checked: true }).first().click()
    await button(page, common.save).click()
    await toastShown(page, words.saved(`Ventas ${mark}`))
    assert.equal((await team())?.members.length, 0)
    assert.deepEqual(await axeViolations(page), [])

    await act(page, common.more, `Ventas ${mark}`, common.delete)
    await dialog(page).getByText(words.open('0')).waitFor()
    await dialog(page).getByRole('button', { name: common.delete }).click()
    await until(async () => (await team()) === undefined, 'the team is deleted')
    assert.deepEqual(page.faults, [])
  })

  test(`A bot is created, attached to a channel, changed and deleted (${language})`, async () => {
    const words = botWords[language]
    const { id: inbox_id } = await made('/inboxes', { name: `Puente ${mark}`, channel: 'api' })
    const page = await open('bots')
    await button(page, words.create).click()
    await dialog(page).getByLabel(words.name).fill(`Robot ${mark}`)
    await dialog(page).getByLabel(words.url).fill('https://bot.example.com/in')
    await dialog(page)
      .getByRole('checkbox', { name: `Puente ${mark}` })
      .press('Space')
    await button(page, words.submit).click()
    await dialog(page).getByText(words.tokenTitle).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await button(page, words.kept).click()
    const bot = async () =>
      (await list<{ name: string; description: string | null; inbox_ids: string[] }>('/agent-bots')).find(
        ({ name }) => name === `Robot ${mark}`,
      )
    assert.deepEqual((await bot())?.inbox_ids, [inbox_id])

    await button(page, `Robot ${mark}`).click()
    await dialog(page).getByLabel(words.description).fill('Saluda')
    await dialog(page).getByRole('checkbox', { checked: true }).first().press('Space')
    await button(page, common.save).click()
    await toastShown(page, words.saved(`Robot ${mark}`))
    assert.deepEqual([(await bot())?.description, (await bot())?.inbox_ids], ['Saluda', []])
    assert.deepEqual(await axeViolations(page), [])

    await act(page, common.more, `Robot ${mark}`, common.delete)
    await dialog(page).getByRole('button', { name: common.delete }).click()
    await until(async () => (await bot()) === undefined, 'the bot is deleted')
    assert.deepEqual(page.faults, [])
  })

  test(`A saved reply is created with variables, edited and restored (${language})`, async () => {
    const [words, message] = [cannedWords[language], messageWords[language]]
    await made('/inboxes', { name: `Canal ${mark}`, channel: 'api' })
    const page = await open('canned-responses')
    await button(page, words.create).click()
    await dialog(page).getByLabel(words.code).fill(`hola_${mark}`)
    await dialog(page).getByRole('combobox', { name: words.inbox }).click()
    await page.getByRole('option', { name: `Canal ${mark}` }).click()
    await dialog(page).getByLabel(words.content).fill('Hola ')
    await button(page, message.insert).click()
    await page.getByRole('menuitem', { name: message.variables['contact.first_name']![0] }).click()
    await dialog(page).getByText(message.variables['contact.first_name']![1], { exact: true }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the form')
    await button(page, words.submit).click()
    await toastShown(page, words.created(`hola_${mark}`))

    await button(page, `/hola_${mark}`).click()
    await dialog(page).getByLabel(words.content).fill('Buenas')
    await button(page, common.save).click()
    await toastShown(page, words.saved(`hola_${mark}`))
    await act(page, common.more, `/hola_${mark}`, words.history)
    await dialog(page).getByText(words.version(2)).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the history')
    await button(page, `${words.restore}: ${words.version(1)}`).click()
    await toastShown(page, words.restored(1))
    const { body } = await rest<{ content: string }>('GET', `/canned-responses/hola_${mark}`, { key })
    assert.equal(body.content, 'Hola {{contact.first_name}}')
    await dialog(page).getByText(words.version(3)).waitFor()
    await button(page, common.close).first().click()

    await page.getByLabel(words.search).fill('nada que ver')
    await page.getByText(words.noMatch).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`Custom fields and macros are created, deleted and restored (${language})`, async () => {
    const [words, macros] = [attributeWords[language], macroWords[language]]
    const page = await open('attributes')
    await button(page, words.create).click()
    await dialog(page).getByLabel(words.name).fill(`Póliza ${mark}`)
    await dialog(page).getByRole('combobox', { name: words.type }).click()
    await page.getByRole('option', { name: words.types.list[0], exact: true }).click()
    await button(page, words.submit).click()
    await dialog(page).getByText(words.valuesMissing).waitFor()
    await dialog(page).getByLabel(words.values).fill('Oro\nPlata')
    await button(page, words.submit).click()
    await toastShown(page, words.created(`Póliza ${mark}`))
    assert.deepEqual(await axeViolations(page), [], 'attributes')
    await act(page, common.more, `Póliza ${mark}`, common.delete)
    await dialog(page).getByRole('button', { name: common.delete }).click()
    await button(page, `Póliza ${mark}`).waitFor({ state: 'detached' })
    await button(page, common.undo).click()
    await button(page, `Póliza ${mark}`).waitFor()
    const fields = () => list<{ key: string; values: string[] }>('/custom-attributes')
    await until(async () => (await fields()).length === 1, 'the field is restored')
    const [kept] = await fields()
    assert.deepEqual([kept?.key.startsWith('poliza_'), kept?.values], [true, ['Oro', 'Plata']])

    await go(page, 'macros')
    await button(page, macros.create).click()
    await dialog(page).getByLabel(macros.name).fill(`Cerrar ${mark}`)
    await button(page, automationWords[language].actions.add).click()
    await page.getByRole('menuitem', { name: automationWords[language].actions.names.set_status }).click()
    assert.deepEqual(await axeViolations(page), [], 'the macro')
    await button(page, macros.submit).click()
    await toastShown(page, macros.created(`Cerrar ${mark}`))
    await act(page, common.more, `Cerrar ${mark}`, common.delete)
    await button(page, `Cerrar ${mark}`).waitFor({ state: 'detached' })
    await button(page, common.undo).click()
    await button(page, `Cerrar ${mark}`).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`A website chat is created, styled, given business hours and SLA targets, and deleted (${language})`, async () => {
    const words = inboxWords[language]
    const name = `Sitio ${mark}`
    const page = await open('inboxes')
    await button(page, words.create).click()
    await dialog(page).getByLabel(words.creating.name).fill(name)
    await dialog(page).getByRole('checkbox', { name: user.name, checked: true }).first().waitFor()
    assert.deepEqual(await axeViolations(page), [], 'a new inbox')
    await button(page, words.creating.submit).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const read = async () => (await rest<Record<string, never>>('GET', `/inboxes/${id}`, { key })).body as never as Kept
    const tab = (which: keyof typeof words.tabNames) => page.getByRole('tab', { name: words.tabNames[which] }).click()

    // The preview follows what is written, and nothing is lost by mistake.
    const preview = page.getByRole('region', { name: words.widget.preview })
    await page.getByLabel(words.widget.greetingTitle).fill(`Saludo ${mark}`)
    await preview.getByText(`Saludo ${mark}`).waitFor()
    await tab('people')
    await dialog(page).getByRole('button', { name: savingWords[language].stay }).click()
    await page.getByLabel(words.widget.sites).fill('esto no es un sitio!')
    await button(page, common.save).click()
    await page.getByText(words.widget.sitesInvalid).waitFor()
    await page.getByLabel(words.widget.sites).fill('https://tienda.example/inicio')
    await button(page, common.save).click()
    await toastClosed(page, words.saved)
    assert.deepEqual(await axeViolations(page), [], 'how it looks')
    const { settings } = await read()
    assert.deepEqual([settings.greeting_title, settings.allowed_domains], [`Saludo ${mark}`, ['tienda.example']])

    await tab('install')
    const { token } = await read()
    await page.getByText(`data-inbox="${token}"`).waitFor()
    await button(page, words.install.reveal).click()
    await page.getByRole('textbox', { name: words.install.secret }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'how it is installed')

    await tab('hours')
    await page.getByRole('radio', { name: words.hours.weekly }).click()
    const monday = words.hours.days[0]!
    await page.getByLabel(words.hours.to(monday, 1)).fill('12:00')
    await button(page, words.hours.addShift(monday)).click()
    await page.getByLabel(words.hours.from(monday, 2)).fill('11:00')
    await button(page, common.save).click()
    await page.getByText(words.hours.invalid).waitFor()
    await page.getByLabel(words.hours.from(monday, 2)).fill('14:00')
    await page.getByLabel(words.hours.to(monday, 2)).fill('00:00')
    await page.getByLabel(words.hours.holidayDate, { exact: true }).fill('2099-12-25')
    await page.getByLabel(words.hours.holidayName, { exact: true }).fill('Navidad')
    await button(page, words.hours.holidayAdd).click()
    await page.getByRole('switch', { name: words.hours.awaySwitch }).click()
    await button(page, common.save).click()
    await toastClosed(page, words.saved)
    assert.deepEqual(await axeViolations(page), [], 'its hours')
    const { business_hours: hours } = await read()
    assert.deepEqual(hours.intervals.slice(0, 2), [
      { day: 1, from: '08:00', to: '12:00' },
      { day: 1, from: '14:00', to: '24:00' },
    ])
    assert.deepEqual(hours.holidays, [{ date: '2099-12-25', name: 'Navidad' }])
    assert.equal(hours.out_of_office_message, words.hours.awayExample)

    await tab('sla')
    const others = page.getByRole('group', { name: words.sla.priorities.default })
    await others.getByLabel(words.sla.first_response_minutes).fill('20')
    await others.getByLabel(words.sla.resolution_minutes).fill('pronto')
    await page.getByText(words.sla.invalid).waitFor()
    // An invalid value is not saved; the field shows an error.
    await button(page, common.save).click()
    await others.locator('input:focus[aria-invalid=true]').waitFor()
    assert.deepEqual((await read()).sla.targets[0]?.first_response_minutes, 15)
    await others.getByLabel(words.sla.resolution_minutes).fill('1 d 2 h')
    await button(page, words.sla.add).click()
    await page.getByRole('menuitem', { name: words.sla.priorities.urgent }).click()
    const urgent = page.getByRole('group', { name: words.sla.priorities.urgent })
    await urgent.getByLabel(words.sla.first_response_minutes).fill('5')
    await button(page, common.save).click()
    await toastClosed(page, words.saved)
    assert.deepEqual(await axeViolations(page), [], 'its promises')
    const { sla } = await read()
    assert.deepEqual(
      sla.targets.map(({ priority, first_response_minutes, resolution_minutes }) => [
        priority,
        first_response_minutes,
        resolution_minutes,
      ]),
      [
        ['urgent', 5, null],
        [null, 20, 1560],
      ],
    )

    await tab('csat')
    await page.getByRole('switch', { name: words.csat.enabled }).click()
    await page.getByLabel(words.csat.message).fill('{{contact.nope}}')
    await button(page, common.save).click()
    await page.getByText(words.hours.variableInvalid).waitFor()
    await page.getByLabel(words.csat.message).fill('')
    await button(page, common.save).click()
    await toastClosed(page, words.saved)
    assert.deepEqual((await read()).csat, { enabled: true, message: null })
    assert.deepEqual(await axeViolations(page), [], 'its survey')

    await tab('people')
    await page.getByRole('switch', { name: words.people.auto }).click()
    await toastShown(page, words.people.autoOff)
    await page.getByRole('checkbox', { name: user.name }).first().click()
    await button(page, common.save).click()
    await toastShown(page, words.people.saved)
    const { auto_assign, member_ids } = await read()
    assert.deepEqual([auto_assign, member_ids], [false, []])
    assert.deepEqual(await axeViolations(page), [], 'its people')

    await tab('general')
    await button(page, words.general.deleteOpen).click()
    await dialog(page).getByLabel(words.general.deleteCheck(name)).fill(name)
    await dialog(page).getByRole('button', { name: words.general.deleteOpen }).click()
    await toastShown(page, words.general.deleted(name))
    await page.getByRole('heading', { name: words.title, level: 1 }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`Every section fits a phone and is accessible (${language})`, async () => {
    const { id } = await made('/inboxes', { name: `Programa ${mark}`, channel: 'api' })
    const chat = await made('/inboxes', { name: `Chat ${mark}`, channel: 'web_widget' })
    const page = await open('workspace', phone)
    const sections = [
      'workspace',
      'teams',
      'bots',
      'plan',
      'inboxes',
      'labels',
      'canned-responses',
      'attributes',
      'macros',
    ]
    const tabs = ['widget', 'install', 'people', 'hours', 'sla', 'csat'].map((tab) => `inboxes/${chat.id}?tab=${tab}`)
    for (const section of sample([...sections, ...tabs, `inboxes/${id}?tab=api`], 8)) {
      await go(page, section)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('status', { name: common.loading }).first().waitFor({ state: 'detached' })
      assert.deepEqual(await axeViolations(page), [], section)
      assert.equal(await overflow(page), 0, section)
    }
    assert.deepEqual(page.faults, [])
  })
}

type Kept = {
  token: string
  auto_assign: boolean
  member_ids: string[]
  settings: { greeting_title: string; allowed_domains: string[] }
  business_hours: { intervals: unknown[]; holidays: unknown[]; out_of_office_message: string }
  sla: {
    targets: { priority: string | null; first_response_minutes: number | null; resolution_minutes: number | null }[]
  }
  csat: unknown
}

test('An agent manages private macros, uses shared ones and sees no other section', async () => {
  const agent = await makeUser('agent')
  await made('/macros', { name: 'De todos', visibility: 'shared', actions: [{ type: 'unassign_agent' }] })
  const page = await enter(agent, 'settings/macros')
  await page.getByText('De todos').waitFor()
  await button(page, `${locales.es.words.common.more}: De todos`).click()
  await page.getByRole('menuitem', { name: macroWords.es.duplicate }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: locales.es.words.common.delete }).count(), 0)
  await page.keyboard.press('Escape')
  await go(page, 'labels')
  await page.getByText(locales.es.settings.notYours).waitFor()
  assert.deepEqual(page.faults, [])
})

test('Changes by another person appear without reloading', async () => {
  const page = await enter(user, 'settings/labels')
  await page.getByRole('heading', { name: labelWords.es.title, level: 1 }).waitFor()
  await made('/labels', { title: 'de lejos', color: '#3b6fd4' })
  await button(page, 'de lejos').waitFor()
  assert.deepEqual(page.faults, [])
})
