import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locales, openApp, overflow } from '#test/app.ts'
import { axeViolations, openBrowser } from '#test/browser.ts'
import { openOAuthClient } from '#test/oauth.ts'
import { sample } from '#test/runs.ts'
import { openShop } from '#test/shop.ts'
import { until } from '#test/wait.ts'
import { conversationEn } from '#web/features/conversations/words.en.ts'
import { conversationEs } from '#web/features/conversations/words.es.ts'
import { firstStepsEn } from '#web/screens/inbox/first-steps/words.en.ts'
import { firstStepsEs } from '#web/screens/inbox/first-steps/words.es.ts'
import { assistantEn } from '#web/screens/settings/assistant/words.en.ts'
import { assistantEs } from '#web/screens/settings/assistant/words.es.ts'
import { knowledgeEn } from '#web/screens/settings/knowledge/words.en.ts'
import { knowledgeEs } from '#web/screens/settings/knowledge/words.es.ts'
import { leadFormEn } from '#web/screens/settings/lead-forms/words.en.ts'
import { leadFormEs } from '#web/screens/settings/lead-forms/words.es.ts'
import { webhookEn } from '#web/screens/settings/webhooks/words.en.ts'
import { webhookEs } from '#web/screens/settings/webhooks/words.es.ts'
import { es as widgetEs, esBubble } from '#widget/words.es.ts'

const { url, account_id, key, rest, enter, makeUser, user, sql } = await openApp({})
const openPage = await openBrowser()

for (const [language, steps] of sample([
  ['es', firstStepsEs],
  ['en', firstStepsEn],
] as const)) {
  test(`An administrator is led through the first steps until they are dismissed (${language})`, async () => {
    await sql`update accounts set first_steps_dismissed_at = null`
    const desk = await enter(user, 'conversations', { language, viewport: { width: 1440, height: 900 } })
    const list = desk.getByRole('region', { name: steps.title }).last()
    await list.getByText(steps.steps.connect_channel[0]).waitFor()
    assert.deepEqual(await axeViolations(desk), [])
    const phone = await enter(user, 'conversations', { language, viewport: { width: 390, height: 844 } })
    const card = phone.getByRole('region', { name: steps.title }).first()
    await card.getByText(steps.steps.invite_people[0]).waitFor()
    const { x, width } = (await card.boundingBox())!
    assert.ok(x > 0 && x + width < 390, 'the card fits the screen')
    assert.equal(await overflow(phone), 0)
    assert.deepEqual(await axeViolations(phone), [])
    await list.getByRole('link', { name: steps.steps.invite_people[0] }).click()
    await desk.waitForURL('**/settings/people')
    await desk.goBack()
    await list.getByRole('button', { name: steps.dismiss }).click()
    await list.waitFor({ state: 'detached' })
    assert.deepEqual([desk.faults, phone.faults], [[], []])
  })
}

for (const [language, steps] of sample([
  ['es', firstStepsEs],
  ['en', firstStepsEn],
] as const))
  test(`Each first step ticks itself off when it is done, and the list goes with the last one (${language})`, async () => {
    const fresh = await openApp()
    // The key of the workspace would be a step that was done before.
    await fresh.sql`delete from api_keys where account_id = ${fresh.account_id}`
    const page = await fresh.enter(fresh.user, 'conversations', { language, viewport: { width: 1440, height: 900 } })
    /** Does it as the app does, without this page. */
    const elsewhere = async (operation: string, data: object) => {
      const headers = { 'x-account-id': fresh.account_id }
      const answer = await page.request.post(`${fresh.url}/api/app/${operation}`, { headers, data })
      assert.ok(answer.ok(), await answer.text())
      return (await answer.json()) as { token: string }
    }
    await page.evaluate('window.isLoadedOnce = true')
    const list = page.getByRole('region', { name: steps.title }).last()
    const isDone = async (step: keyof typeof steps.steps, count: number) => {
      const row = list.getByRole('listitem').filter({ hasText: steps.steps[step][0] })
      await row.getByRole('img', { name: steps.done }).waitFor()
      await list.getByText(steps.progress(count, 5)).waitFor()
    }
    await list.getByText(steps.progress(0, 5)).waitFor()
    const inbox = await elsewhere('create_inbox', {
      name: 'Sitio',
      channel: 'web_widget',
      auto_assign: false,
    })
    await isDone('connect_channel', 1)
    await elsewhere('invite_member', { email: `luz.${language}@example.com`, role: 'agent' })
    await isDone('invite_people', 2)
    await elsewhere('import_contacts', { csv: 'name,phone_number\nIda Rojas,+573001112233\n' })
    await isDone('import_contacts', 3)
    const { request } = await openOAuthClient(fresh).prepare()
    await elsewhere('connect_assistant', { ...request, access: 'read' })
    await isDone('connect_assistant', 4)

    const shop = await openShop(fresh.url)
    const visitor = await openPage({ locale: 'es-CO' })
    await visitor.goto(shop(inbox.token))
    await visitor.getByRole('button', { name: esBubble.open }).click()
    const field = visitor.frameLocator('iframe').getByRole('textbox', { name: widgetEs.message })
    await field.fill('Hola')
    await field.press('Enter')
    await list.waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('window.isLoadedOnce'), true)
    assert.deepEqual(page.faults, [])
  })

for (const [language, webhooks, forms, knowledge, assistant, { create }] of sample([
  ['es', webhookEs, leadFormEs, knowledgeEs, assistantEs, conversationEs],
  ['en', webhookEn, leadFormEn, knowledgeEn, assistantEn, conversationEn],
] as const))
  test(`Empty settings begin with a button in the same place, and a conversation without a channel says so (${language})`, async () => {
    const page = await enter(user, 'conversations', { language, viewport: { width: 1920, height: 1080 } })
    await page.getByRole('button', { name: create.open }).first().click()
    await page.getByRole('dialog', { name: create.open }).getByText(create.noInbox).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the dialog')

    const dialog = page.getByRole('dialog')
    const isAt = (place: string) => page.waitForURL(`**/settings/${place}`)
    const places: number[][] = []
    for (const [section, title, button, begins] of [
      ['webhooks', webhooks.empty, webhooks.create, () => dialog.waitFor()],
      ['lead-forms', forms.empty, forms.create, () => isAt('lead-forms/new')],
      ['knowledge', knowledge.empty, knowledge.addFiles, () => dialog.waitFor()],
      ['assistant', assistant.noInboxes, assistant.toChannels, () => isAt('inboxes')],
    ] as const) {
      await page.goto(`${url}/app/${account_id}/settings/${section}`)
      const empty = page.getByRole('heading', { name: title })
      const [box, header] = [(await empty.boundingBox())!, (await page.locator('main h1').last().boundingBox())!]
      places.push([Math.round(box.x + box.width / 2), Math.round(header.x)])
      const state = empty.locator('..')
      await state
        .getByRole('button', { name: button })
        .or(state.getByRole('link', { name: button }))
        .click()
      await begins()
    }
    assert.equal(new Set(places.map(String)).size, 1, JSON.stringify(places))
    assert.deepEqual(page.faults, [])
  })

test('Agents see no first steps, and set their own availability', async () => {
  const agent = await makeUser('agent')
  const page = await enter(agent, 'conversations')
  const { shell } = locales.es.words
  const menu = page.getByRole('button', { name: new RegExp(`^${shell.me}: `) })
  await menu.click()
  await page.getByRole('menuitemradio', { name: shell.availabilities.busy }).click()
  await menu.click()
  const busy = page.getByRole('menuitemradio', { name: shell.availabilities.busy })
  await busy.and(page.locator('[aria-checked=true]')).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  const { body } = await rest<{ items: { id: string; availability: string }[] }>('GET', '/agents', { key })
  assert.equal(body.items.find(({ id }) => id === agent.id)?.availability, 'busy')

  // People see until when they are away, and their capacity.
  await page.getByRole('menuitemradio', { name: shell.availabilities.tomorrow }).click()
  await menu.click()
  await page.getByText(new RegExp(shell.awayUntil('').trim())).waitFor()
  const ten = page.getByRole('menuitemradio', { name: '10', exact: true })
  await ten.click()
  await until(async () => {
    const { body } = await rest<{ items: { id: string; capacity: number | null }[] }>('GET', '/agents', { key })
    return body.items.find(({ id }) => id === agent.id)?.capacity === 10
  }, 'the capacity')
  assert.equal(await page.getByRole('region', { name: firstStepsEs.title }).count(), 0)
  assert.deepEqual(page.faults, [])
})
