import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { openApp, locales } from '#test/app.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { sql, user, key, enter, visit } = app

/** Polling needs more calls than a key’s limit per minute. */
const rest: typeof app.rest = async (...call) => {
  await app.resetRateLimits()
  return app.rest(...call)
}
const make = async <T = { id: string }>(path: string, body: object) => (await rest<T>('POST', path, { key, body })).body

await make('/labels', { title: 'atendido', color: '#16a34a' })

let made = 0
/** A channel that asks for a rating and labels what is resolved, in which two people have written. */
async function furnish() {
  const inbox = await make('/inboxes', {
    name: `Encuestas ${++made}`,
    channel: 'api',
    auto_assign: false,
    csat: { enabled: true, message: null },
  })
  await make('/automation-rules', {
    name: `Cierre ${made}`,
    event: 'conversation.resolved',
    conditions: { any: [{ all: [{ field: 'inbox_id', operator: 'equal_to', values: [inbox.id] }] }] },
    actions: [{ type: 'add_label', label: 'atendido' }],
  })
  const write = async (name: string) => {
    const body = { source_id: name, content: `Hola, soy ${name}`, contact: { name } }
    return (await make<{ conversation: { id: string } }>(`/inboxes/${inbox.id}/messages`, body)).conversation.id
  }
  const older = await write(`Primera ${made}`)
  return { older, newer: await write(`Segunda ${made}`), place: `conversations?inbox=${inbox.id}` }
}
const shown = (page: Page, text: string) => page.locator('[data-message]', { hasText: text }).first()
const rows = (page: Page) =>
  page.locator('[data-row]').evaluateAll((all) => all.map((row) => row.getAttribute('data-row')))
const surveysOf = (id: string) => sql`select from csat_surveys where conversation_id = ${id}`
const messagesOf = (id: string) =>
  sql<{
    content: string
  }>`select content from messages where conversation_id = ${id} and direction = 'outgoing' order by id`
const labelsOf = (id: string) => sql`select label_id from conversation_labels where conversation_id = ${id}`

for (const [language, words] of sample([
  ['es', threadEs],
  ['en', threadEn],
] as const)) {
  const options = { language, viewport: { width: 1440, height: 900 } } as const
  const { common } = locales[language].words

  test(`Undoing a resolution leaves no survey, no rule’s label, and the list as it was (${language})`, async () => {
    const { older, newer, place } = await furnish()
    for (const id of [older, newer]) await make(`/conversations/${id}/messages`, { content: 'Con gusto' })
    const page = await enter(user, place, options)
    await page.locator(`[data-row="${older}"]`).click()
    await shown(page, 'Hola, soy').waitFor()
    assert.deepEqual(await rows(page), [newer, older])
    await page.keyboard.press('e')
    await page.getByText(words.actions.resolved).first().waitFor()
    await page.keyboard.press('z')
    await page.waitForURL(new RegExp(`/conversations/${older}`))
    await page.locator(`[data-row="${older}"]`).waitFor()
    await until(async () => (await rows(page)).join() === [newer, older].join(), 'the order as before')
    await until(async () => (await page.locator('[data-activity]').count()) === 0, 'the undone change has no line')

    // A resolution that stays has its consequences once it can no longer be undone.
    await page.locator(`[data-row="${newer}"]`).click()
    await page.waitForURL(new RegExp(`/conversations/${newer}`))
    await shown(page, 'Segunda').waitFor()
    await page.keyboard.press('e')
    await until(async () => (await surveysOf(newer)).length === 1, 'the survey')
    await until(async () => (await labelsOf(newer)).length === 1, 'the label of the rule')
    assert.deepEqual([await surveysOf(older), await labelsOf(older)], [[], []])
    assert.deepEqual(page.faults, [])
  })

  test(`A message can be taken back for the seconds that the person chose (${language})`, async () => {
    const { older, newer, place } = await furnish()
    const page = await enter(user, 'settings/profile', options)
    const { inbox } = locales[language].settings.profile
    await page.getByRole('group', { name: inbox.undoSend }).getByRole('button', { name: '20 s' }).click()
    await page.goto(`${app.url}/app/${app.account_id}/${place}`)
    await page.locator(`[data-row="${older}"]`).click()
    await shown(page, 'Hola, soy').waitFor()
    await page.keyboard.press('r')
    const field = page.getByLabel(words.composer.replyField)
    await field.fill('No era para usted')
    await page.keyboard.press('Control+Shift+Enter')
    // It moves on at once; undo brings back the conversation and the text.
    await page.waitForURL(new RegExp(`/conversations/${newer}`))
    await page.getByRole('button', { name: common.undo }).last().click()
    await page.waitForURL(new RegExp(`/conversations/${older}`))
    await until(async () => (await field.inputValue()) === 'No era para usted', 'the text again')
    await shown(page, 'No era para usted').waitFor({ state: 'detached' })
    assert.deepEqual(await messagesOf(older), [])

    // A page that is closed sends what waits.
    await field.fill('Con gusto')
    await page.keyboard.press('Enter')
    await shown(page, 'Con gusto').waitFor()
    await page.goto(`${app.url}/app/${app.account_id}/settings/profile`)
    await until(async () => (await messagesOf(older)).map(({ content }) => content).join() === 'Con gusto', 'the reply')
    const [row] = await sql<{ status: string }>`select status from conversations where id = ${older}`
    assert.equal(row!.status, 'open')
    assert.deepEqual(page.faults, [])
  })
}

test('The thread is the widest column at every width, and a toast covers neither it nor the contact', async () => {
  const { older, place } = await furnish()
  const page = await enter(user, place, { language: 'es', viewport: { width: 1440, height: 900 } })
  await page.locator(`[data-row="${older}"]`).click()
  await shown(page, 'Hola, soy').waitFor()
  const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!
  for (const width of [1920, 1680, 1600, 1440, 1366, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await until(async () => {
      const thread = await box(`[role="region"][aria-label="${threadEs.thread.label}"]`)
      const list = await box('[data-list]')
      const others = width - thread.width - list.width
      return thread.width > list.width && thread.width > 500 && others < 700
    }, `a wide thread at ${width} px`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('u')
  await page.keyboard.press('p')
  await page.locator('[role="menuitemradio"]:focus').waitFor()
  await page.keyboard.press('Enter')
  const toast = page.locator('[data-toast]').first()
  await toast.waitFor()
  const covered = (await toast.boundingBox())!
  const thread = await box(`[role="region"][aria-label="${threadEs.thread.label}"]`)
  assert.ok(covered.x + covered.width <= thread.x, 'the toast stays beside the thread')
  assert.deepEqual(page.faults, [])
})

test('The sign-in page logs no error and no failed request', async () => {
  const page = await visit('/app/sign-in', { language: 'en' })
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('response', (response) => response.status() >= 400 && problems.push(`${response.status()} ${response.url()}`))
  await page.reload()
  await page.getByLabel(locales.en.words.signIn.password, { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  assert.deepEqual([...problems, ...page.faults], [])
})
