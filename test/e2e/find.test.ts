import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { knowledgeEn } from '#web/screens/settings/knowledge/words.en.ts'
import { knowledgeEs } from '#web/screens/settings/knowledge/words.es.ts'
import { settingsEn } from '#web/features/settings/words.en.ts'
import { settingsEs } from '#web/features/settings/words.es.ts'
import { en } from '#web/app/words.en.ts'
import { es } from '#web/app/words.es.ts'
import { inboxEn } from '#web/screens/inbox/words.en.ts'
import { inboxEs } from '#web/screens/inbox/words.es.ts'
import { pipelineEn } from '#web/screens/pipeline/words.en.ts'
import { pipelineEs } from '#web/screens/pipeline/words.es.ts'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { openApp, overflow } from '#test/app.ts'
import { axeViolations, pressSequence } from '#test/browser.ts'
import { sample } from '#test/runs.ts'

/* Ctrl-K finds records of every kind, settings and actions, although the words have typing errors. */

const { rest, key, user, makeUser, enter } = await openApp()
const workshop_id = await fillWorkspace()

const open = async (page: Page, label: string) => {
  const field = page.getByRole('combobox', { name: label })
  // The key works as soon as the frame of the app is there.
  await page.locator('main').waitFor()
  await page.keyboard.press('Control+k')
  await field.waitFor()
  return field
}

for (const [language, words, settings, { search, list }, knowledge] of sample([
  ['es', es, settingsEs, inboxEs, knowledgeEs],
  ['en', en, settingsEn, inboxEn, knowledgeEn],
] as const)) {
  test(`One request finds a person, their conversation and deal; Enter opens the first (${language})`, async () => {
    const page = await enter(user, 'reports/overview', { language })
    const asked: string[] = []
    page.on('request', (request) => {
      if (/search/.test(`${request.url()} ${request.postData() ?? ''}`)) asked.push(request.url())
    })
    const field = await open(page, words.commands.placeholder)
    await field.fill('oscra')
    const group = (name: string) => page.getByRole('group', { name, exact: true })
    await group(words.commands.people)
      .getByRole('option', { name: /Óscar Muñoz/ })
      .waitFor()
    await group(words.commands.conversations)
      .getByRole('option', { name: /Óscar Muñoz/ })
      .waitFor()
    await group(words.commands.deals)
      .getByRole('option', { name: /Penthouse Cabrera/ })
      .waitFor()
    assert.equal(asked.length, 1)
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/contacts/*')
    assert.deepEqual(page.faults, [])
  })

  test(`Enter before the answer opens its first match, of each kind of record (${language})`, async () => {
    const page = await enter(user, 'reports/overview', { language })
    for (const [query, address] of [
      ['penthuose', '**/opportunities/*'],
      ['bodgea', '**/leads/*'],
      ['APT-BOG', '**/properties/*'],
      ['garnatía', '**/settings/knowledge/*'],
      ['pickup', '**/conversations/*'],
    ] as const) {
      const field = await open(page, words.commands.placeholder)
      await field.fill(query)
      await page.keyboard.press('Enter')
      // The next key comes while the record may still be loading, or its drawer opening.
      await page.waitForURL(address)
    }
    assert.deepEqual(page.faults, [])
  })

  test(`On a phone, a tap opens the search and another what it found (${language})`, async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await enter(user, 'contacts', { language, ...phone })
    await page.getByRole('button', { name: words.shell.commandBar }).tap()
    await page.getByRole('combobox', { name: words.commands.placeholder }).fill('penthuose')
    const deal = page.getByRole('option', { name: /Penthouse Cabrera/ })
    await deal.waitFor()
    assert.equal(await overflow(page), 0)
    await deal.tap()
    await page.waitForURL('**/opportunities/*')
    assert.deepEqual(page.faults, [])
  })

  test(`An agent reads the document they found, and is offered no change of it (${language})`, async () => {
    const page = await enter(await makeUser('agent'), 'contacts', { language })
    const field = await open(page, words.commands.placeholder)
    await field.fill('garnatía')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/knowledge/*')
    await page.getByText('La garantía es de doce meses.').waitFor()
    for (const name of [knowledge.edit, knowledge.reindex, knowledge.delete, knowledge.back])
      assert.equal(await page.getByLabel(name).or(page.getByRole('button', { name })).count(), 0, name)
    assert.deepEqual(await axeViolations(page), [])
    // The section itself stays with the administrators.
    await page.goto(page.url().replace(/\/\d+$/, ''))
    await page.getByText(settings.notYours).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`Settings and actions are found by their names, also misspelt (${language})`, async () => {
    const page = await enter(user, 'reports/overview', { language, viewport: { width: 390, height: 844 } })
    const field = await open(page, words.commands.placeholder)
    await field.fill(settings.sections['api-keys'])
    await page.getByRole('group', { name: settings.title, exact: true }).getByRole('option').waitFor()
    assert.equal(await overflow(page), 0)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/api-keys')

    const again = await open(page, words.commands.placeholder)
    const name = settings.sections.automations
    await again.fill(`${name[1]}${name[0]}${name.slice(2)}`)
    await page.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/settings/automations')

    const last = await open(page, words.commands.placeholder)
    await last.fill('zzyzx')
    await page.getByText(words.commands.nothing).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`The search of the inbox opens on the best people and messages together (${language})`, async () => {
    const page = await enter(user, 'conversations', { language, viewport: { width: 1440, height: 900 } })
    const field = page.getByLabel(search.label)
    await field.fill('Oscra')
    const found = (name: string) => page.getByRole('region', { name, exact: true })
    await found(search.people)
      .getByRole('link', { name: /Óscar Muñoz/ })
      .waitFor()
    const isAnswer = (answer: Response) =>
      answer.url().endsWith('search_everything') && answer.request().postData()!.includes('"oscar"')
    await Promise.all([page.waitForResponse(isAnswer), field.fill('oscar')])
    await found(search.messages)
      .getByRole('link', { name: /Rita Díaz/ })
      .waitFor()
    await found(search.people)
      .getByRole('link', { name: /Óscar Muñoz/ })
      .waitFor()
    // The results of the misspelt name, which are the same, are pale until those of this one are shown.
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    assert.deepEqual(await axeViolations(page), [])

    // By keys: into the results, down to the message, and open its conversation.
    await field.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/conversations/*q=oscar*')
    await page.getByRole('heading', { name: 'Rita Díaz' }).first().waitFor()

    await field.fill('pickpu')
    await page.locator('mark', { hasText: 'pickup' }).first().waitFor()
    await field.fill('muñoz')
    await page.getByRole('button', { name: search.people, exact: true }).click()
    await page.waitForURL('**in=people*')
    await page
      .getByRole('link', { name: /Óscar Muñoz/ })
      .first()
      .waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`In the folder of a channel the search finds the best of its people and messages, also misspelt (${language})`, async () => {
    const viewport = { width: 1440, height: 900 }
    const page = await enter(user, `conversations?inbox=${workshop_id}`, { language, viewport })
    const asked: string[] = []
    page.on('request', (request) => {
      const sent = `${request.url()} ${request.postData() ?? ''}`
      if (/ingird/i.test(sent)) asked.push(sent)
    })
    const found = (group: string) => page.getByRole('region', { name: group, exact: true }).getByRole('link')
    await page.getByLabel(search.label).fill('Ingird')
    await found(search.people).filter({ hasText: 'Íngrid Mora' }).waitFor()
    await found(search.messages).filter({ hasText: 'Elsa Gil' }).waitFor()
    await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' })
    assert.deepEqual([await found(search.people).count(), await found(search.messages).count()], [1, 1])
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(asked.length, 1)
    await page.getByLabel(search.label).fill('pickpu')
    await page.getByText(list.noMatch).waitFor()
    assert.deepEqual(page.faults, [])
  })
}

for (const [language, words, sales, { search, commands }, { actions, priority }] of sample([
  ['es', es, pipelineEs, inboxEs, threadEs],
  ['en', en, pipelineEn, inboxEn, threadEn],
] as const)) {
  const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })
  /** Whether the command bar offers the actions, without anything typed. */
  const offers = async (page: Page, ...names: string[]) => {
    await open(page, words.commands.placeholder)
    await option(page, words.shell.shortcuts).waitFor()
    const counts = await Promise.all(names.map((name) => option(page, name).count()))
    return counts.map((count) => count > 0)
  }
  const close = async (page: Page) => {
    await page.keyboard.press('Escape')
    await option(page, words.shell.shortcuts).waitFor({ state: 'detached' })
  }

  test(`The command bar offers an action only where it can act (${language})`, async () => {
    const page = await enter(user, 'pipeline', { language })
    const card = page.locator('[data-card]').first()
    await card.waitFor()
    const elsewhere = await offers(page, sales.move.to, sales.move.next, words.shell.undo, actions.resolve)
    assert.deepEqual(elsewhere, [false, false, false, false])
    await close(page)
    // With a card in focus its actions are there, and act on it.
    await card.focus()
    assert.deepEqual(await offers(page, sales.move.to, sales.move.next), [true, true])
    await option(page, sales.move.to).click()
    await page.getByRole('menuitem').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    await open(page, words.commands.placeholder)
    await page.keyboard.type(sales.move.to)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })

    await pressSequence(page, 'g', 'i')
    await page.waitForURL('**/conversations*')
    await page.locator('[data-row]').first().waitFor()
    assert.deepEqual(await offers(page, actions.resolve, commands.next, sales.move.to), [false, true, false])
    await close(page)
    await page.locator('[data-row]').first().click()
    await page.getByRole('button', { name: actions.resolve, exact: true }).waitFor()
    assert.deepEqual(await offers(page, actions.resolve, words.shell.undo), [true, false])
    await option(page, priority.label).click()
    await page.getByRole('menuitemradio', { name: priority.names.high }).click()
    await page.locator('[data-toast]').first().hover()
    assert.deepEqual(await offers(page, words.shell.undo), [true])
    await option(page, words.shell.undo).click()
    await page.locator('[data-toast]').first().waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test(`Beside an open conversation that hides the list, its search is not offered (${language})`, async () => {
    const page = await enter(user, 'conversations', { language, viewport: { width: 820, height: 1100 } })
    await page.locator('[data-row]').first().waitFor()
    assert.deepEqual(await offers(page, search.label, commands.selectAll), [true, true])
    await close(page)
    await page.locator('[data-row]').first().click()
    await page.getByRole('button', { name: actions.resolve, exact: true }).waitFor()
    assert.deepEqual(await offers(page, search.label, commands.selectAll, actions.resolve), [false, false, true])
    assert.deepEqual(page.faults, [])
  })
}

async function fillWorkspace() {
  const say = async (method: string, path: string, body: object) => {
    const answer = await rest<{ id: string; conversation: { contact: { id: string } } }>(method, path, { key, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }
  await say('PATCH', '/account', { modules: ['real_estate'] })
  const inbox = await say('POST', '/inboxes', { name: 'WhatsApp', channel: 'api' })
  const { conversation } = await say('POST', `/inboxes/${inbox.id}/messages`, {
    source_id: '1',
    content: 'Necesito una pickup para la finca',
    contact: { name: 'Óscar Muñoz', phone_number: '+573001234567' },
  })
  const contact_id = conversation.contact.id
  await say('POST', `/inboxes/${inbox.id}/messages`, {
    source_id: '2',
    content: 'Oscar prometió llamarme',
    contact: { name: 'Rita Díaz', phone_number: '+573001234568' },
  })
  await say('POST', `/inboxes/${inbox.id}/messages`, {
    source_id: '3',
    content: 'Hola',
    contact: { name: 'Íngrid Peña' },
  })
  const workshop = await say('POST', '/inboxes', { name: 'Taller', channel: 'api' })
  for (const [name, content] of [
    ['Íngrid Mora', 'Hola'],
    ['Elsa Gil', 'Ingrid me prometió la camioneta'],
  ])
    await say('POST', `/inboxes/${workshop.id}/messages`, { source_id: name, content, contact: { name } })
  await say('POST', '/opportunities', { name: 'Penthouse Cabrera', contact_id, expected_close_date: '2030-01-01' })
  await say('POST', '/leads', { name: 'Interesada en bodega', email: 'bodega@example.com' })
  await say('POST', '/properties', { code: 'APT-BOG-0012', name: 'Apartamento con vista', operation: 'venta' })
  await say('POST', '/knowledge/documents', { name: 'Envíos y garantía', text: 'La garantía es de doce meses.' })
  return workshop.id
}
