import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request, Route } from 'playwright-core'
import { COMMAND_LINE } from '#contract/records/author.ts'
import { openApp, overflow, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { replacements } from '#test/glossary.ts'
import { PASSWORD } from '#test/node.ts'
import { sample } from '#test/runs.ts'
import { inboxEn } from '#web/screens/inbox/words.en.ts'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { reportsEn } from '#web/screens/reports/words.en.ts'

const app = await openApp()
const { sql, user, account_id, key, rest, enter, makeUser } = app
const { words: es, settings: se } = locales.es
const { settings: sn } = locales.en
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const settled = (page: Page, loading: string) =>
  page.getByRole('status', { name: loading }).first().waitFor({ state: 'detached' })

for (const [language, { words, settings }, colorScheme] of sample([
  ['es', locales.es, 'light'],
  ['en', locales.en, 'dark'],
] as const)) {
  test(`Every section opens by link and by address and is accessible, also on a phone (${language})`, async () => {
    const all = {
      profile: settings.profile.title,
      notifications: settings.notifications.title,
      people: settings.people.title,
      campaigns: settings.campaigns.title,
      assistants: settings.assistants.title,
      'report-schedules': settings.sections['report-schedules'],
      outbox: settings.outbox.title,
      audit: settings.audit.title,
    }
    const sections = sample(Object.entries(all), 4)
    const page = await enter(user, 'contacts', { language, colorScheme })
    await page.getByRole('link', { name: words.places.settings }).click()
    for (const [section, title] of sections) {
      const navigation = page.getByRole('navigation', { name: settings.navigation })
      await navigation.getByRole('link', { name: title }).click()
      await page.waitForURL(`**/settings/${section}`)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await settled(page, words.common.loading)
      assert.deepEqual(await axeViolations(page), [], section)
      assert.match(await page.title(), new RegExp(title))
    }

    const small = await enter(user, 'settings', { language, colorScheme, ...phone })
    await small.getByRole('heading', { name: settings.title, level: 1 }).waitFor()
    assert.deepEqual(await axeViolations(small), [], 'the list of sections')
    for (const [section, title] of sections) {
      await small.goto(`${app.url}/app/${account_id}/settings/${section}`)
      await small.getByRole('heading', { name: title, level: 1 }).waitFor()
      await settled(small, words.common.loading)
      assert.deepEqual(await axeViolations(small), [], `${section} on a phone`)
      assert.equal(await overflow(small), 0, section)
    }
    await small.getByRole('link', { name: settings.back }).click()
    await small.getByRole('heading', { name: settings.title, level: 1 }).waitFor()
    assert.deepEqual([...page.faults, ...small.faults], [])
  })
}

test('Screens in English use the words of the glossary', async () => {
  const page = await enter(user, 'settings/notifications', { language: 'en' })
  for (const [path, sentence] of [
    ['conversations?folder=unassigned', inboxEn.empty.unassigned.title],
    ['conversations/999999', threadEn.gone],
    ['settings/notifications', sn.notifications.kinds.conversation_assigned[0]],
    ['settings/profile', sn.profile.change],
    ['reports/sla-breaches', reportsEn.hints['sla-breaches']],
  ] as const) {
    await page.goto(`${app.url}/app/${account_id}/${path}`)
    await page.getByText(sentence, { exact: true }).first().waitFor()
    await settled(page, locales.en.words.common.loading)
    if (path === 'settings/profile') {
      await button(page, sn.profile.change).click()
      await page.getByLabel(sn.profile.current).waitFor()
    }
    assert.deepEqual(replacements(await page.locator('body').innerText()), [], path)
  }
})

test('People change their own name and password, which ends their other sessions', async () => {
  const me = await makeUser('agent')
  const elsewhere = await enter(me, 'contacts')
  const page = await enter(me, 'settings/profile')
  await page.getByLabel(se.profile.name).fill('Íngrid Muñoz')
  await button(page, es.common.save).click()
  await page.getByText(se.profile.saved).waitFor()
  await button(page, `${es.shell.me}: Íngrid Muñoz`).waitFor()

  await button(page, se.sessions.revokeOthers).waitFor()
  await button(page, se.profile.change).click()
  const dialog = page.getByRole('dialog', { name: se.profile.change })
  await dialog.getByLabel(se.profile.current).fill('not the password')
  await dialog.getByLabel(se.profile.next).fill('una frase bien larga')
  await dialog.getByRole('button', { name: se.profile.change }).click()
  await dialog.getByText(es.problems['current_password.invalid_value']).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the refusal')
  await dialog.getByLabel(se.profile.current).fill(PASSWORD)
  await dialog.getByRole('button', { name: se.profile.change }).click()
  await page.getByText(se.profile.changed).waitFor()

  await button(page, se.sessions.revokeOthers).waitFor({ state: 'detached' })
  await elsewhere.reload()
  await elsewhere.getByRole('heading', { name: es.signIn.title }).waitFor()
  assert.deepEqual(page.faults, [])
})

test('Ending a session signs that browser out', async () => {
  const me = await makeUser('agent')
  const other = await enter(me, 'contacts', { userAgent: 'Mozilla/5.0 (iPhone) Version/19.0 Mobile Safari/604.1' })
  const page = await enter(me, 'settings/profile', { language: 'en' })
  // The test signs in without a browser name, so the sessions are given one.
  await sql`
    update sessions set user_agent = 'Mozilla/5.0 (iPhone) Version/19.0 Mobile Safari/604.1'
     where id = (select min(id) from sessions where user_id = ${me.id})`
  await page.reload()
  await button(page, sn.sessions.revokeLabel('Safari · iPhone')).click()
  await page.getByText(sn.sessions.revoked).waitFor()
  await button(page, sn.sessions.revokeLabel('Safari · iPhone')).waitFor({ state: 'detached' })
  await other.reload()
  await other.getByRole('heading', { name: es.signIn.title }).waitFor()
})

test('Each kind of notification, quiet hours and the text of messages are set for the person', async () => {
  const me = await makeUser('agent')
  const page = await enter(me, 'settings/notifications')
  const { channels, kinds, ...words } = se.notifications
  const box = (channel: keyof typeof channels, kind: keyof typeof kinds) =>
    page.getByRole('checkbox', { name: `${channels[channel]}: ${kinds[kind][0]}` })
  const saved = () => page.waitForResponse((response) => response.url().endsWith('update_notification_preferences'))
  const saving = async (change: () => Promise<unknown>) => {
    const answer = saved()
    await change()
    assert.equal((await answer).status(), 200)
  }
  assert.equal(await box('email', 'mention').isChecked(), true)
  await saving(() => box('email', 'mention').click())
  await saving(() => box('app', 'customer_replied').click())
  assert.equal(await box('push', 'customer_replied').isDisabled(), true)
  await saving(() => page.getByRole('switch', { name: words.quietOn }).click())
  await page.getByLabel(words.from).fill('22:30')
  await saving(() => page.getByLabel(words.to).focus())
  await saving(() => page.getByRole('switch', { name: words.showText }).click())
  await page.reload()
  await box('email', 'mention').waitFor()
  assert.equal(await box('email', 'mention').isChecked(), false)
  assert.equal(await box('app', 'customer_replied').isChecked(), false)
  assert.equal(await page.getByLabel(words.from).inputValue(), '22:30')
  assert.equal(await page.getByRole('switch', { name: words.showText }).isChecked(), false)
  await page.getByLabel(words.to).fill('22:30')
  await page.getByText(words.same).waitFor()
  assert.deepEqual(page.faults, [])
})

test('A failed e-mail shows its error and can be resent', async () => {
  await rest('POST', '/invitations', { key, body: { email: 'nadie@example.com', role: 'agent' } })
  await app.linkFor('nadie@example.com')
  await sql`update emails set status = 'failed', error = 'Mailbox full' where to_address = 'nadie@example.com'`
  const page = await enter(user, 'settings/outbox?status=failed')
  await page.getByText('Mailbox full').waitFor()
  await page.getByRole('listitem').getByRole('button').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Mailbox full').waitFor()
  assert.deepEqual(await axeViolations(page), [], 'the mail')
  await dialog.getByRole('button', { name: se.outbox.resend }).click()
  await page.getByText(se.outbox.resent('nadie@example.com')).waitFor()
  // No mail server is set up, so the e-mail is only written to disk.
  await dialog.getByText(se.outbox.stored, { exact: true }).waitFor()
  await dialog.getByText(se.outbox.storedHint).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: se.outbox.noMatch }).waitFor()
})

for (const [language, words] of sample([
  ['es', se],
  ['en', sn],
] as const))
  test(`A command at the machine is named in the language of the person (${language})`, async () => {
    await sql`
      insert into audit_entries (account_id, action, actor, details, created_at)
      values (${account_id}, 'create_api_key', ${{ type: 'system', id: null, name: COMMAND_LINE }}, '{}', now())`
    const page = await enter(user, 'settings/audit?action=create_api_key', { language })
    await page.locator('summary').getByText(words.audit.commandLine, { exact: true }).first().waitFor()
  })

test('The audit log is filtered by action and date', async () => {
  const page = await enter(user, 'settings/audit', { language: 'en' })
  await rest('POST', '/teams', { key, body: { name: 'Vigilada' } })
  await page.getByRole('combobox', { name: sn.audit.action }).click()
  await page.getByRole('option', { name: sn.audit.actions['create_team']! }).click()
  await page.waitForURL('**/settings/audit?action=create_team')
  await page.locator('summary').first().click()
  await page.getByText('Vigilada').waitFor()
  await page.getByLabel(sn.audit.to, { exact: true }).fill('2020-01-01')
  await page.getByRole('heading', { name: sn.audit.noMatch }).waitFor()
  assert.deepEqual(await axeViolations(page), [], 'nothing found')
  await button(page, sn.audit.clear).first().click()
  await page.waitForURL('**/settings/audit')
  await page.locator('summary').first().waitFor()
})

test('A failed read shows its error and can be retried', async () => {
  let isBroken = true
  // The read travels alone or with others.
  const isMeant = (request: Request) => /list_members/.test(request.url() + request.postData())
  const refuse = (route: Route) =>
    isBroken && isMeant(route.request())
      ? route.fulfill({ status: 403, json: { code: 'permission_denied' } })
      : route.continue()
  const routes = { '**/api/app': refuse, '**/api/app/list_members': refuse }
  const page = await enter(user, 'settings/people', { routes })
  await page.getByRole('heading', { name: se.people.failed }).waitFor()
  await page.getByText(es.problems.permission_denied).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  isBroken = false
  await button(page, es.common.retry).click()
  await page.getByText(user.email).waitFor()
})

test('Inviting a person works with the keyboard alone', async () => {
  const page = await enter(user, 'settings/people')
  await button(page, se.people.invite).focus()
  await page.keyboard.press('Enter')
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('teclado@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText(se.invitations.linkHint('teclado@example.com')).waitFor()
  const [row] = await sql<{ role: string }>`select role from invitations where email = 'teclado@example.com'`
  assert.equal(row!.role, 'administrator')
})
