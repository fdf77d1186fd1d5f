import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { inboxEn } from '#web/screens/inbox/words.en.ts'
import { inboxEs } from '#web/screens/inbox/words.es.ts'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { openApp, locales } from '#test/app.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { sql, user, key, enter, makeUser, visit, untilFollowed } = app

/** Polling needs more calls than a key’s limit per minute. */
const rest: typeof app.rest = async (...call) => {
  await app.resetRateLimits()
  return app.rest(...call)
}
const make = async <T = { id: string }>(path: string, body: object) => (await rest<T>('POST', path, { key, body })).body

for (const title of ['atendido', 'nuevo', 'vip']) await make('/labels', { title, color: '#16a34a' })

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
  const older = await write(inbox.id, `Primera ${made}`)
  const newer = await write(inbox.id, `Segunda ${made}`)
  return { older, newer, inbox_id: inbox.id, place: `conversations?inbox=${inbox.id}` }
}

async function write(inbox_id: string, name: string, content = `Hola, soy ${name}`): Promise<string> {
  const body = { source_id: name, content, contact: { name } }
  return (await make<{ conversation: { id: string } }>(`/inboxes/${inbox_id}/messages`, body)).conversation.id
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
    await untilFollowed(async () => (await surveysOf(newer)).length === 1, 'the survey')
    await untilFollowed(async () => (await labelsOf(newer)).length === 1, 'the label of the rule')
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

    // A message that has left cannot be taken back, and the person reads so.
    await field.fill('Ya salió')
    await page.keyboard.press('Enter')
    await shown(page, 'Ya salió').waitFor()
    await page.evaluate("window.dispatchEvent(new Event('pagehide'))")
    await until(async () => (await messagesOf(older)).length === 1, 'the message')
    await page.getByRole('button', { name: common.undo }).last().click()
    await page.getByText(words.composer.alreadySent).first().waitFor()

    // A page that is closed sends what waits.
    await field.fill('Con gusto')
    await page.keyboard.press('Enter')
    await shown(page, 'Con gusto').waitFor()
    await page.goto(`${app.url}/app/${app.account_id}/settings/profile`)
    await until(
      async () => (await messagesOf(older)).map(({ content }) => content).join() === 'Ya salió,Con gusto',
      'the reply',
    )
    const [row] = await sql<{ status: string }>`select status from conversations where id = ${older}`
    assert.equal(row!.status, 'open')
    assert.deepEqual(page.faults, [])
  })
}

/** The state of a conversation that an action may change. */
async function stateOf(id: string) {
  const [row] = await sql<Record<string, unknown>>`
    select status, assignee_id, priority, unread_count, snoozed_until, array(
             select l.title from conversation_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
              where cl.account_id = c.account_id and cl.conversation_id = c.id order by l.title) as labels
      from conversations c where c.id = ${id}`
  return row!
}

for (const [language, inbox, words] of sample([
  ['es', inboxEs, threadEs],
  ['en', inboxEn, threadEn],
] as const)) {
  const options = { language, viewport: { width: 1440, height: 900 } } as const
  const { common } = locales[language].words

  test(`Undoing a bulk action sends no survey, mail or rule’s message, and restores each conversation (${language})`, async () => {
    const { older, newer, place, inbox_id } = await furnish()
    const colleague = await makeUser('agent')
    await sql`update users set name = ${`Julián ${language}`} where id = ${colleague.id}`
    await sql`
      update memberships set notifications = '{"conversation_assigned": true}'
       where account_id = ${app.account_id} and user_id = ${colleague.id}`
    const is_here = { field: 'inbox_id', operator: 'equal_to', values: [inbox_id] }
    await make('/automation-rules', {
      name: `Despedida ${made}`,
      event: 'conversation.resolved',
      conditions: { any: [{ all: [is_here] }] },
      actions: [
        { type: 'send_message', content: 'Gracias por escribir' },
        { type: 'send_email', to: `aviso.${made}@example.com`, subject: 'Resuelta', body: 'Una más' },
      ],
    })
    const third = await write(inbox_id, `Tercera ${made}`)
    await make(`/conversations/${older}/labels`, { label_title: 'vip' })
    for (const id of [older, newer, third]) await make(`/conversations/${id}/messages`, { content: 'Con gusto' })
    for (const text of ['¿Hola?', '¿Siguen ahí?']) await write(inbox_id, `Segunda ${made}`, text)
    const all = [older, newer, third]
    const before = await Promise.all(all.map(stateOf))
    const mailsTo = (address: string) => sql`select from emails where to_address = ${address}`

    const page = await enter(user, place, options)
    await page.locator(`[data-row="${older}"]`).waitFor()
    const order = await rows(page)
    const select = async (...names: string[]) => {
      for (const name of names) await page.getByRole('checkbox', { name: inbox.list.select(name) }).click()
    }
    /** Does a bulk action on two conversations and undoes it, each when the server has answered for both. */
    const doAndUndo = async (operation: string, undoing: string, act: () => Promise<unknown>) => {
      const answers = (name: string) => {
        let count = 0
        return page.waitForResponse((answer) => answer.url().endsWith(`/${name}`) && ++count === 2)
      }
      const done = answers(operation)
      await select(`Primera ${made}`, `Segunda ${made}`)
      await act()
      await done
      const undo = page.getByRole('button', { name: common.undo }).last()
      await undo.waitFor()
      const undone = answers(undoing)
      await undo.click()
      await undone
      assert.deepEqual(await Promise.all(all.map(stateOf)), before, operation)
      await page.getByRole('toolbar', { name: inbox.bulk.group }).waitFor({ state: 'detached' })
      await until(async () => (await rows(page)).join() === order.join(), `the order as before ${operation}`)
      await undo.waitFor({ state: 'detached' })
    }
    const picked = async (hotkey: string, text: string) => {
      await page.keyboard.press(hotkey)
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    const chosen = async (name: string) => {
      await page.getByRole('toolbar').getByRole('button', { name: inbox.bulk.more }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    const restored = 'undo_conversation_change'
    await doAndUndo('resolve_conversation', restored, () => page.keyboard.press('e'))
    await doAndUndo('assign_conversation', restored, () => picked('a', 'juli'))
    await doAndUndo('set_conversation_priority', restored, () => picked('p', inbox.priorities.urgent))
    await doAndUndo('snooze_conversation', restored, () => picked('s', words.snooze.tomorrow))
    await doAndUndo('mark_conversation_read', 'mark_conversation_unread', () => chosen(inbox.bulk.read))
    await doAndUndo('tag_conversation', restored, () => picked('l', 'nuevo'))

    // A resolution and an assignment that stay have their consequences.
    await select(`Tercera ${made}`)
    // An open picker hides the toolbar, too.
    const assigned = page.waitForResponse(/assign_conversation/)
    await picked('a', 'juli')
    await assigned
    await page.getByRole('toolbar', { name: inbox.bulk.group }).waitFor({ state: 'detached' })
    await select(`Tercera ${made}`)
    await page.keyboard.press('e')
    await untilFollowed(async () => (await surveysOf(third)).length === 1, 'the survey')
    await untilFollowed(
      async () => (await messagesOf(third)).some(({ content }) => content === 'Gracias por escribir'),
      'the message of the rule',
    )
    await untilFollowed(async () => (await mailsTo(`aviso.${made}@example.com`)).length === 1, 'the mail of the rule')
    await untilFollowed(async () => (await mailsTo(colleague.email)).length === 1, 'the mail of the assignment')
    for (const id of [older, newer]) {
      assert.deepEqual(await surveysOf(id), [])
      assert.deepEqual(
        (await messagesOf(id)).map(({ content }) => content),
        ['Con gusto'],
      )
    }
    assert.deepEqual(await Promise.all([older, newer].map(stateOf)), before.slice(0, 2))
    assert.equal((await mailsTo(`aviso.${made}@example.com`)).length, 1)
    assert.equal((await mailsTo(colleague.email)).length, 1)
    assert.deepEqual(page.faults, [])
  })

  test(`Undo ends before the consequences, even under the pointer, and one that comes late is refused (${language})`, async () => {
    const { older, newer, place } = await furnish()
    const page = await enter(user, place, options)
    await page.locator(`[data-row="${older}"]`).click()
    await shown(page, 'Hola, soy').waitFor()
    await page.clock.install()
    await page.keyboard.press('e')
    const undo = page.getByRole('button', { name: common.undo })
    await page.locator('[data-toast]').first().hover()
    await undo.waitFor()
    await page.clock.fastForward('01:00')
    await undo.waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    assert.equal((await stateOf(older)).status, 'resolved')

    // A slow connection: the server decides.
    await page.locator(`[data-row="${newer}"]`).click()
    await page.waitForURL(new RegExp(`/conversations/${newer}`))
    await shown(page, 'Segunda').waitFor()
    await page.keyboard.press('e')
    await undo.waitFor()
    await sql`update conversation_undos set made_at = made_at - interval '59 seconds' where conversation_id = ${newer}`
    await page.keyboard.press('z')
    await page.getByText(locales[language].words.problems.undo_expired).first().waitFor()
    assert.equal((await stateOf(newer)).status, 'resolved')
    assert.deepEqual(page.faults, [])
  })

  test(`A bulk action can be undone from its first change on, while others still wait (${language})`, async () => {
    const { older, newer, place } = await furnish()
    for (const id of [older, newer]) await make(`/conversations/${id}/messages`, { content: 'Con gusto' })
    const before = await Promise.all([older, newer].map(stateOf))
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const hold = async (route: Route) => {
      if (route.request().postData()!.includes(`"${older}"`)) await promise
      await route.continue()
    }
    const page = await enter(user, place, { ...options, routes: { '**/resolve_conversation': hold } })
    for (const name of [`Primera ${made}`, `Segunda ${made}`])
      await page.getByRole('checkbox', { name: inbox.list.select(name) }).click()
    await page.keyboard.press('e')
    await until(async () => (await stateOf(newer)).status === 'resolved', 'the first to be resolved')
    let answers = 0
    const undone = page.waitForResponse(
      (answer) => answer.url().endsWith('/undo_conversation_change') && ++answers === 2,
    )
    await page.getByRole('button', { name: common.undo }).last().click()
    await until(async () => (await stateOf(newer)).status === 'open', 'the first to be open again')
    release()
    await undone
    assert.deepEqual(await Promise.all([older, newer].map(stateOf)), before)
    await page.getByRole('toolbar', { name: inbox.bulk.group }).waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test(`A macro on the wrong conversation is undone by a key before its message is sent (${language})`, async () => {
    const { older, newer, place } = await furnish()
    const name = `Despedir ${made}`
    await make('/macros', {
      name,
      visibility: 'shared',
      actions: [
        { type: 'send_message', content: 'Hasta pronto' },
        { type: 'add_label', label: 'vip' },
        { type: 'set_status', status: 'resolved' },
      ],
    })
    const page = await enter(user, place, options)
    const run = async (id: string) => {
      await page.locator(`[data-row="${id}"]`).click()
      await page.waitForURL(new RegExp(`/conversations/${id}`))
      await shown(page, 'Hola, soy').waitFor()
      await page.keyboard.press('m')
      await page.keyboard.type(name)
      await page.getByRole('option', { name }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByText(words.macros.done(name)).first().waitFor()
      await until(async () => (await stateOf(id)).status === 'resolved', 'it to be resolved')
    }
    await run(older)
    const undone = page.waitForResponse(/undo_macro/)
    await page.keyboard.press('z')
    assert.ok((await undone).ok())
    const { status, labels } = await stateOf(older)
    assert.deepEqual([status, labels], ['open', []])

    // On the right one it sends its message later.
    await run(newer)
    await untilFollowed(
      async () => (await messagesOf(newer)).some(({ content }) => content === 'Hasta pronto'),
      'the message',
    )
    assert.deepEqual(await messagesOf(older), [])
    assert.deepEqual([await surveysOf(older), (await stateOf(older)).status], [[], 'open'])
    assert.deepEqual(page.faults, [])
  })

  test(`A message is sent and its conversation snoozed in one step (${language})`, async () => {
    const { older, newer, place } = await furnish()
    const page = await enter(user, place, options)
    await page.locator(`[data-row="${older}"]`).click()
    await shown(page, 'Hola, soy').waitFor()
    await page.keyboard.press('r')
    await page.getByLabel(words.composer.replyField).fill('Le escribo mañana')
    await page.getByRole('button', { name: words.composer.sendOptions }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: words.composer.sendAndSnooze }).focus()
    await page.keyboard.press('ArrowRight')
    const snoozed = page.waitForResponse(/snooze_conversation/)
    const tomorrow = page.getByRole('menuitem', { name: words.snooze.tomorrow }).last()
    await tomorrow.getByText('Ctrl Alt ↵').waitFor()
    await tomorrow.click()
    await page.waitForURL(new RegExp(`/conversations/${newer}`))
    assert.ok((await snoozed).ok())
    const { status, snoozed_until } = await stateOf(older)
    assert.equal(status, 'snoozed')
    assert.ok(new Date(snoozed_until as string) > new Date())
    assert.deepEqual(
      (await messagesOf(older)).map(({ content }) => content),
      ['Le escribo mañana'],
    )

    // By its key.
    await shown(page, 'Segunda').waitFor()
    await page.keyboard.press('r')
    await page.getByLabel(words.composer.replyField).fill('Lo reviso hoy')
    await page.getByLabel(words.composer.replyField).press('Control+Alt+Enter')
    await until(async () => (await stateOf(newer)).status === 'snoozed', 'it to be snoozed')
    assert.deepEqual((await stateOf(newer)).snoozed_until, snoozed_until)
    await until(
      async () => (await messagesOf(newer)).map(({ content }) => content).join() === 'Lo reviso hoy',
      'the message',
    )
    assert.deepEqual(page.faults, [])
  })

  test(`A conversation that nobody answered is resolved without a survey (${language})`, async () => {
    const { older, newer, place } = await furnish()
    await make(`/conversations/${newer}/messages`, { content: 'Con gusto' })
    const page = await enter(user, place, options)
    await page.locator(`[data-row="${older}"]`).click()
    await shown(page, 'Primera').waitFor()
    for (const id of [older, newer]) {
      await page.waitForURL(new RegExp(`/conversations/${id}`))
      await shown(page, id === older ? 'Primera' : 'Segunda').waitFor()
      await page.keyboard.press('e')
      await until(async () => (await stateOf(id)).status === 'resolved', 'it to be resolved')
    }
    const isDecided = async (id: string) =>
      (
        await sql`
          select from events e join deliveries d using (account_id)
           where d.event_id = e.id and d.subscriber = 'ask_satisfaction' and e.payload #>> '{conversation,id}' = ${id}`
      ).length === 0
    await untilFollowed(async () => (await surveysOf(newer)).length === 1, 'the survey of the one that was answered')
    await untilFollowed(() => isDecided(older), 'the other to be decided')
    assert.deepEqual(await surveysOf(older), [])
    assert.deepEqual(await messagesOf(older), [])
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
