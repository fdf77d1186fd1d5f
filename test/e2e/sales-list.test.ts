import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Pipeline } from '#contract/records/crm.ts'
import { dealEn } from '#web/features/deals/words.en.ts'
import { dealEs } from '#web/features/deals/words.es.ts'
import { originsEn } from '#web/features/origins/words.en.ts'
import { originsEs } from '#web/features/origins/words.es.ts'
import { pipelineEn } from '#web/screens/pipeline/words.en.ts'
import { pipelineEs } from '#web/screens/pipeline/words.es.ts'
import { selectionEn } from '#web/ui/selection/words.en.ts'
import { selectionEs } from '#web/ui/selection/words.es.ts'
import { openApp } from '#test/app.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { key, user, enter } = app

const call = async <T = { id: string }>(method: string, path: string, body?: object) => {
  await app.resetRateLimits()
  const answer = await app.rest<T>(method, path, { key, body })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
await call('POST', '/custom-attributes', { display_name: 'Torre', key: 'torre', model: 'lead_attribute', type: 'text' })

type Lead = { id: string; name: string; stage: { id: string } }
let made = 0
async function addPipeline() {
  const pipeline = await call<Pipeline>('POST', '/pipelines', { name: `Embudo ${++made}`, kind: 'leads' })
  const add = (name: string, more: object = {}) =>
    call<Lead>('POST', '/leads', { name, pipeline: pipeline.id, ...more })
  return { pipeline, add }
}

for (const [language, sales, deals, { sources, media }] of sample([
  ['es', pipelineEs, dealEs, originsEs],
  ['en', pipelineEn, dealEn, originsEn],
] as const)) {
  const go = (page: Page, place: string) => page.goto(`${app.url}/app/${app.account_id}/${place}`)

  test(`Sources are shown by their names on cards, in lists, records and reports (${language})`, async () => {
    const { pipeline, add } = await addPipeline()
    const lead = await add('Casa en Suba', { source: 'whatsapp_ads', utm_source: 'website', utm_medium: 'paid_social' })
    const page = await enter(user, `pipeline?pipeline_id=${pipeline.id}`, { language })
    const ads = page.getByText(sources['whatsapp_ads']!, { exact: true })
    await page.locator(`[data-id="${lead.id}"]`).filter({ has: ads }).waitFor()
    await go(page, `pipeline?pipeline_id=${pipeline.id}&view=list`)
    await page.locator('[role="row"]', { hasText: 'Casa en Suba' }).filter({ has: ads }).waitFor()

    await go(page, `leads/${lead.id}`)
    const field = (name: string, value: string) => page.getByRole('button', { name: `${name}: ${value}` }).first()
    await field(deals.fields.source, sources['whatsapp_ads']!).waitFor()
    await field(deals.fields.utm_source, sources['website']!).waitFor()
    await field(deals.fields.utm_medium, media['paid_social']!).waitFor()
    // The field is edited as it was entered.
    await field(deals.fields.source, sources['whatsapp_ads']!).click()
    const input = page.getByRole('textbox', { name: deals.fields.source, exact: true })
    assert.equal(await input.inputValue(), 'whatsapp_ads')
    await input.fill('instagram')
    await input.press('Enter')
    await field(deals.fields.source, 'Instagram').waitFor()
    // The timeline names both.
    await page
      .getByRole('listitem')
      .filter({ hasText: sources['whatsapp_ads']! })
      .filter({ hasText: 'Instagram' })
      .last()
      .waitFor()

    await go(page, 'reports/lead-response-times')
    await page.getByRole('cell', { name: 'Instagram', exact: true }).first().waitFor()
    assert.equal(await page.getByText(/whatsapp_ads|paid_social/).count(), 0)
    assert.deepEqual(page.faults, [])
  })

  test(`A refused change of several leads names each one and the fields it lacks (${language})`, async () => {
    const { pipeline, add } = await addPipeline()
    const stage = pipeline.stages[1]!
    const required_fields = ['email', 'custom_attributes.torre']
    await call('PATCH', `/stages/${stage.id}`, { required_fields })
    const leads = [
      await add('Uno sin datos'),
      await add('Dos sin torre', { email: `dos.${language}@example.com` }),
      await add('Tres completo', { email: `tres.${language}@example.com`, custom_attributes: { torre: 'A' } }),
    ]
    const page = await enter(user, `pipeline?pipeline_id=${pipeline.id}&view=list`, { language })
    for (const { name } of leads)
      await page.getByRole('checkbox', { name: sales.list.select(name) }).click({ force: true })
    await page.getByRole('combobox', { name: sales.bulk.stage }).click()
    const answer = page.waitForResponse('**/api/app/update_leads')
    await page.getByRole('option', { name: stage.name }).click()
    assert.equal((await answer).status(), 422)
    const toast = page.locator('[data-toast]').first()
    await toast.getByText(sales.bulk.lacks('Uno sin datos', `${deals.fields.email}, Torre`)).waitFor()
    const text = await toast.innerText()
    assert.ok(text.includes(sales.bulk.lacks('Dos sin torre', 'Torre')), text)
    assert.ok(!text.includes('Tres completo'), text)
    // The selection stays, and once the fields are filled in the change is made.
    await page.getByText((language === 'es' ? selectionEs : selectionEn).selected(3)).waitFor()
    for (const { id } of leads)
      await call('PATCH', `/leads/${id}`, { email: `${id}@example.com`, custom_attributes: { torre: 'B' } })
    await page.getByRole('combobox', { name: sales.bulk.stage }).click()
    await page.getByRole('option', { name: stage.name }).click()
    await until(async () => {
      const now = await Promise.all(leads.map(({ id }) => call<Lead>('GET', `/leads/${id}`)))
      return now.every((lead) => lead.stage.id === stage.id)
    }, 'the leads in their new stage')
    assert.deepEqual(page.faults, [])
  })
}
