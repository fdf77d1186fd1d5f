import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { LeadForm } from '#contract/records/lead-form.ts'
import { words } from '#doors/forms/words.ts'
import { axeViolations, openBrowser } from '#test/browser.ts'
import { openSharedNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

const openPage = await openBrowser()
const { url, rest, key, sql } = await openSharedNode()
const say = words.es

/** A site of somebody else's, with a plain form on it. */
let site = ''
const elsewhere = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(request.url?.startsWith('/gracias') ? '<h1>Nos vemos pronto</h1>' : site)
})
elsewhere.listen(0, '127.0.0.1')
await once(elsewhere, 'listening')
after(() => elsewhere.close())
const shop = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`

beforeEach(() => sql`delete from rate_windows`)

let made = 0
const form = async (more: object = {}) => {
  const body = { name: `Torre ${++made}`, allowed_domains: ['127.0.0.1'], ...more }
  const { body: made_form, status, text } = await rest<LeadForm>('POST', '/lead-forms', { key, body })
  assert.equal(status, 201, text)
  return made_form
}
type Lead = { email: string; name: string; utm_source: string; utm_campaign: string; custom_attributes: object }
const leadOf = async (email: string) =>
  (await rest<{ items: Lead[] }>('GET', '/leads?limit=100', { key })).body.items.find((lead) => lead.email === email)

/** Sends it as a person does, who takes longer than a machine. */
async function send(page: Page, arrived: () => Promise<boolean>): Promise<void> {
  await page.waitForTimeout(2_200)
  await page.getByRole('button', { name: say.send }).click()
  await until(arrived, 'what comes after sending')
}

test('The page of a form works without any script and under its own policy, at any width', async () => {
  for (const width of [360, 1280]) {
    const page = await openPage({ javaScriptEnabled: false, bypassCSP: false, viewport: { width, height: 800 } })
    const { token } = await form()
    const email = `sin.guion.${width}@example.com`
    await page.goto(`${url}/forms/${token}?utm_source=feria&utm_campaign=Mayo`)
    await page.getByLabel(say.labels.name).fill('Inés Peña')
    await page.getByLabel(say.labels.email).fill('ines@example')
    await page.getByLabel(say.labels.message).fill('¿Precio?')
    await send(page, () => page.getByText(say.invalid.email).isVisible())
    assert.equal(await page.getByLabel(say.labels.name).inputValue(), 'Inés Peña')
    await page.getByLabel(say.labels.email).fill(email)
    await send(page, () => page.getByText(say.thanks).isVisible())
    const lead = await leadOf(email)
    assert.deepEqual([lead?.name, lead?.utm_source, lead?.utm_campaign], ['Inés Peña', 'feria', 'Mayo'])
    // No horizontal overflow.
    await page.goto(`${url}/forms/${token}`)
    assert.ok((await page.locator('main').boundingBox())!.width <= width)
  }
})

test('After sending, the browser opens the page named by the form, also under its own policy', async () => {
  const page = await openPage({ bypassCSP: false })
  const { token } = await form({ redirect_url: `${shop}/gracias`, allowed_domains: ['solo.example.com'] })
  await page.goto(`${url}/forms/${token}`)
  await page.getByLabel(say.labels.name).fill('Inés')
  await page.getByLabel(say.labels.email).fill('sigue@example.com')
  await send(page, async () => page.url() === `${shop}/gracias`)
  assert.ok(await leadOf('sigue@example.com'))
})

test('A plain form on another site makes a lead, and our script adds where its visitor first came from', async () => {
  const { token } = await form({ redirect_url: `${shop}/gracias` })
  site = `<!doctype html><html lang="es"><title>Tienda</title>
    <form method="post" action="${url}/forms/${token}"><input name="name" aria-label="Nombre"><input name="email" aria-label="Correo"><button>${say.send}</button></form>
    <script src="${url}/forms.js"></script></html>`
  const page = await openPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`${shop}/aterriza?utm_source=Instagram&utm_campaign=Torre&gclid=`)
  await page.locator('input[name=_started]').waitFor({ state: 'attached' })
  // Another page of the site, later: the first touch is what counts.
  await page.goto(`${shop}/otra`)
  await page.locator('input[name=_started]').waitFor({ state: 'attached' })
  await page.getByLabel('Nombre').fill('Inés')
  await page.getByLabel('Correo').fill('tienda@example.com')
  await send(page, async () => page.url() === `${shop}/gracias`)
  const lead = await leadOf('tienda@example.com')
  assert.deepEqual([lead?.utm_source, lead?.utm_campaign], ['instagram', 'Torre'])
  assert.deepEqual(Object.keys(lead!.custom_attributes).toSorted(), ['landing_page', 'lead_form'])
  assert.equal(
    (lead!.custom_attributes as { landing_page: string }).landing_page,
    `${shop}/aterriza?utm_source=Instagram&utm_campaign=Torre&gclid=`,
  )
  assert.deepEqual(faults, [])
})

test('A page of an allowed site sends by script, and one of another site gets no answer', async () => {
  const page = await openPage()
  site = '<!doctype html><title>Tienda</title>'
  await page.goto(shop)
  const post = (token: string, email: string) =>
    page.evaluate(
      ([address, body]) =>
        fetch(address!, { method: 'POST', body: body!, headers: { 'content-type': 'application/json' } }).then(
          (answer) => answer.json(),
          () => 'refused',
        ),
      [`${url}/forms/${token}`, JSON.stringify({ name: 'Inés', email })],
    )
  const { token } = await form({ thanks_message: 'Listo' })
  assert.deepEqual(await post(token, 'json@example.com'), { thanks_message: 'Listo', redirect_url: null })
  assert.ok(await leadOf('json@example.com'))
  const other = await form({ allowed_domains: ['otra.example.com'] })
  assert.equal(await post(other.token, 'ajeno@example.com'), 'refused')
  assert.equal(await leadOf('ajeno@example.com'), undefined)
})

test('The form page has no accessibility violations in any state or theme', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openPage({ colorScheme, locale: 'es-CO' })
    const { token, id } = await form({
      fields: [
        { key: 'name', required: true },
        { key: 'email' },
        { key: 'phone' },
        { key: 'zona', label: 'Zona', type: 'choice', choices: ['Norte', 'Sur'] },
        { key: 'message' },
        { key: 'datos', label: 'Acepto el tratamiento de mis datos', type: 'checkbox', required: true },
      ],
    })
    await page.goto(`${url}/forms/${token}`)
    assert.deepEqual(await axeViolations(page), [], 'the questions')
    // The trap is in nobody's way: the keyboard passes over it.
    await page.getByLabel('Acepto el tratamiento').focus()
    await page.keyboard.press('Tab')
    assert.equal(await page.getByRole('button', { name: say.send }).evaluate((at) => at.matches(':focus')), true)
    await page.getByLabel(say.labels.name).fill('Inés')
    await page.getByLabel(say.labels.email).fill('ines@example')
    await page.getByLabel('Acepto el tratamiento').check()
    await send(page, () => page.getByText(say.invalid.email).isVisible())
    assert.deepEqual(await axeViolations(page), [], 'what is wrong')
    await page.goto(`${url}/forms/${token}?sent=1`)
    assert.deepEqual(await axeViolations(page), [], 'the thanks')
    await rest('PATCH', `/lead-forms/${id}`, { key, body: { active: false } })
    await page.goto(`${url}/forms/${token}`)
    assert.deepEqual(await axeViolations(page), [], 'closed')
  }
})
