import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { reportsEn } from '#web/screens/reports/words.en.ts'
import { reportsEs } from '#web/screens/reports/words.es.ts'
import { openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'

/* A number of a report opens the records it counts, by an address that can be shared. */

const { sql, rest, key, user, enter } = await openApp()
await sellSomething()

/** The figures have come. */
const settled = (page: Page) => page.locator('.report-body [aria-busy="false"]').waitFor()
const count = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first()

for (const [language, words, deals, one] of sample([
  ['es', reportsEs, '2 negocios', '1 negocio'],
  ['en', reportsEn, '2 deals', '1 deal'],
] as const)) {
  test(`The figures of won and lost deals open these deals of all pipelines (${language})`, async () => {
    const page = await enter(user, 'reports/conversion', { language, viewport: { width: 1440, height: 900 } })
    await settled(page)
    const tile = page.getByRole('group').locator('> div > div', { hasText: words.conversion.won }).first()
    await tile.getByRole('link', { name: '2', exact: true }).click()
    await page.waitForURL('**/pipeline?*pipelines=all*')
    await count(page, deals).waitFor()
    await page.getByRole('link', { name: 'Casa en Cajicá' }).waitFor()
    await page.getByRole('link', { name: 'Local en Suba' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Lote en Chía' }).count(), 0)
    assert.deepEqual(await axeViolations(page), [])

    // The address alone shows the same to a colleague.
    const shared = new URL(page.url())
    const again = await enter(user, `pipeline${shared.search}`, { language })
    await count(again, deals).waitFor()
    assert.deepEqual([...page.faults, ...again.faults], [])
  })

  test(`Deals closed before their creation, and those behind an average, open in their list (${language})`, async () => {
    const page = await enter(user, 'reports/conversion', { language, viewport: { width: 1440, height: 900 } })
    await settled(page)
    await page.getByRole('link', { name: words.conversion.negative('1') }).click()
    await page.waitForURL('**/pipeline?*cycle_days*')
    await count(page, one).waitFor()
    await page.getByRole('link', { name: 'Local en Suba' }).waitFor()

    await page.goto(page.url().replace(/pipeline\?.*/, 'reports/agent-performance'))
    await settled(page)
    const row = page.getByRole('region', { name: words.performance.table }).getByRole('row').last()
    await row.getByRole('cell').last().getByRole('link').click()
    await page.waitForURL('**/pipeline?*currency*')
    await count(page, deals).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(page.faults, [])
  })

  test(`A bar of a lost reason opens the deals lost for it (${language})`, async () => {
    const page = await enter(user, 'reports/lost-reasons', { language })
    await settled(page)
    await page
      .getByRole('list', { name: words.lost.reasons })
      .getByRole('listitem')
      .filter({ hasText: 'Precio' })
      .getByRole('link')
      .click()
    await page.waitForURL('**/pipeline?*lost_reason*')
    await count(page, one).waitFor()
    await page.getByRole('link', { name: 'Lote en Chía' }).waitFor()
    assert.deepEqual(page.faults, [])
  })
}

test('Leads without a conversation, and those nobody answered, open in their list', async () => {
  const page = await enter(user, 'reports/lead-response-times')
  await settled(page)
  const tile = page.getByRole('group').locator('> div > div', { hasText: reportsEs.leads.silent }).first()
  await tile.getByRole('link', { name: '1', exact: true }).click()
  await page.waitForURL('**/pipeline?*has_conversation*')
  await count(page, '1 lead').waitFor()
  await page.getByRole('link', { name: 'Apartamento en Chapinero' }).waitFor()
  await page.getByRole('button', { name: /Con conversación.*No/ }).waitFor()
  await page.goBack()
  await settled(page)
  await page
    .getByRole('region', { name: reportsEs.leads.table })
    .getByRole('link', { name: '1', exact: true })
    .first()
    .click()
  await page.waitForURL('**/pipeline?*responsible_id*')
  await page.getByRole('link', { name: 'Apartamento en Chapinero' }).waitFor()
  assert.deepEqual(page.faults, [])
})

test('Conversations and contacts of a report open in their lists', async () => {
  const page = await enter(user, 'reports/conversations')
  await settled(page)
  const tile = (name: string) => page.getByRole('group').locator('> div > div', { hasText: name }).first()
  await tile(reportsEs.conversations.unanswered).getByRole('link', { name: '1', exact: true }).click()
  await page.waitForURL('**/conversations?*answered_at*')
  await page
    .getByRole('link', { name: /Íngrid Peña/ })
    .first()
    .waitFor()
  await page.goto(
    `${new URL(page.url()).origin}${new URL(page.url()).pathname.replace('conversations', 'reports/crm')}`,
  )
  await settled(page)
  const table = page.getByRole('region', { name: reportsEs.crm.attribution }).getByRole('table')
  await table
    .getByRole('row', { name: /Sitio web/ })
    .getByRole('link')
    .first()
    .click()
  await page.waitForURL('**/pipeline?*origin*')
  await page.getByRole('link', { name: 'Apartamento en Chapinero' }).waitFor()
  assert.deepEqual(page.faults, [])
})

test('The list of a figure fits a phone, and a condition can be removed', async () => {
  const page = await enter(user, 'reports/agent-performance', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await settled(page)
  const tile = page.getByRole('group').locator('> div > div', { hasText: reportsEs.performance.lost }).first()
  await tile.getByRole('link', { name: '1', exact: true }).click()
  await page.getByRole('link', { name: 'Lote en Chía' }).waitFor()
  assert.equal(await overflow(page), 0)
  assert.deepEqual(await axeViolations(page), [])
  await page.getByRole('button', { name: /^Quitar Estado/ }).click()
  await page.getByRole('link', { name: 'Casa en Cajicá' }).waitFor()
  assert.deepEqual(page.faults, [])
})

/** Two deals are won in different pipelines, one is lost, a lead comes from the website, and a customer waits. */
async function sellSomething() {
  const say = async (path: string, body: object) => {
    const answer = await rest<{ id: string }>('POST', path, { key, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body
  }
  const inbox = await say('/inboxes', { name: 'WhatsApp', channel: 'api' })
  await say(`/inboxes/${inbox.id}/messages`, {
    source_id: '1',
    content: 'Hola',
    contact: { name: 'Íngrid Peña', phone_number: '+573000000001' },
  })
  const contact = await say('/contacts', { name: 'José Ñáñez', phone_number: '+573000000002' })
  await say('/leads', { name: 'Apartamento en Chapinero', contact_id: contact.id, source: 'web' })
  await say('/lost-reasons', { name: 'Precio' })
  await say('/pipelines', { name: 'Arriendos', kind: 'opportunities' })
  for (const [name, outcome, pipeline] of [
    ['Casa en Cajicá', { outcome: 'won' }, undefined],
    ['Local en Suba', { outcome: 'won' }, 'Arriendos'],
    ['Lote en Chía', { outcome: 'lost', lost_reason: 'Precio' }, undefined],
  ] as const) {
    const deal = { name, contact_id: contact.id, amount: 350_000_000, expected_close_date: '2030-01-01' }
    const { id } = await say('/opportunities', { ...deal, ...(pipeline && { pipeline }) })
    await say(`/opportunities/${id}/outcome`, outcome)
  }
  await sql`update opportunities set created_at = now() + interval '1 day' where name = 'Local en Suba'`
}
