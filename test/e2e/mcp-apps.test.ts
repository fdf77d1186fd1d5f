import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { apps } from '#doors/mcp/apps/apps.ts'
import { axeViolations, openBrowser } from '#test/browser.ts'

const open = await openBrowser()

/** A page that plays the host of a view: it answers the handshake and reads of tools, sends the call and its result, and keeps every message. */
const host = `<!doctype html><html lang="en"><title>Host</title><main><iframe id="view" title="view" sandbox="allow-scripts" width="800" height="600"></iframe></main>
<script>
  window.messages = []
  window.tell = (name, params) =>
    document.querySelector('iframe').contentWindow.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/' + name, params }, '*')
  addEventListener('message', ({ data, source }) => {
    window.messages.push(data)
    if (data.method === 'ui/initialize')
      source.postMessage({ jsonrpc: '2.0', id: data.id, result: { protocolVersion: '2026-01-26', hostContext: window.hostContext } }, '*')
    else if (data.method === 'ui/notifications/initialized')
      tell('tool-input', { arguments: window.toolInput }), window.toolResult && tell('tool-result', window.toolResult)
    else if (data.id !== undefined) source.postMessage({ jsonrpc: '2.0', id: data.id, result: window.answers[data.params.name] ?? {} }, '*')
  })
</script></html>`

const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(host)).listen(0)
after(() => server.close())
const url = `http://localhost:${(server.address() as AddressInfo).port}/`

type Message = { method?: string; params?: Record<string, unknown> }

type Call = { tool?: string; input?: object; reads?: Record<string, object> }

const resultOf = (answer: object) => ({ content: [{ type: 'text', text: JSON.stringify(answer) }] })

async function show(view: string, locale: 'es' | 'en', answer?: object, { tool, input = {}, reads = {} }: Call = {}) {
  const page = await open()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(url)
  await page.evaluate(
    ({ html, result, toolInput, answers, toolName }) => {
      Object.assign(window, {
        toolResult: result,
        toolInput,
        answers,
        hostContext: { theme: 'dark', toolInfo: { tool: { name: toolName } } },
      })
      document.querySelector('iframe')!.srcdoc = html
    },
    {
      html: apps(locale)[`ui://hilo/${view}`]!.html,
      result: answer && resultOf(answer),
      toolInput: input,
      answers: Object.fromEntries(Object.entries(reads).map(([name, each]) => [name, resultOf(each)])),
      toolName: tool,
    },
  )
  const messages = () => page.evaluate(() => (window as unknown as { messages: Message[] }).messages)
  const tell = (name: string, params: object) =>
    page.evaluate(
      (given) => (window as unknown as { tell(name: string, params: object): void }).tell(given.name, given.params),
      { name, params },
    )
  return { page, frame: page.frameLocator('iframe'), messages, errors, tell }
}

const EVIL = "<img src=x onerror=\"parent.postMessage('evil', '*')\">"

test('A board shows deals by stage as text, and opens a deal in the browser', async () => {
  const deal = (name: string, stage: string) => ({
    id: '1',
    name,
    amount: 1500000,
    currency: 'COP',
    stage: { id: '1', name: stage },
    owner: { name: 'Ana' },
    url: 'https://hilo.example/app/1/opportunities/1',
  })
  const items = [deal(EVIL, 'Oferta'), deal('Lote', 'Visita')]
  const { page, frame, messages, errors } = await show('board', 'es', { items, total: 9 })
  await frame.getByText('Oferta (1)').waitFor()
  await frame.getByText(EVIL).waitFor()
  await frame.getByText('2 de un total de 9').waitFor()
  await frame.getByRole('button', { name: /Lote.*1\.500\.000 COP.*Ana/ }).click()
  await page.waitForFunction(() =>
    (window as unknown as { messages: Message[] }).messages.some(({ method }) => method === 'ui/open-link'),
  )
  const sent = await messages()
  assert.ok(!sent.some((each) => (each as unknown) === 'evil'))
  assert.deepEqual(sent.find(({ method }) => method === 'ui/open-link')!.params, { url: items[1]!.url })
  assert.ok(sent.some(({ method }) => method === 'ui/notifications/size-changed'))
  assert.deepEqual(errors, [])
  assert.deepEqual(await axeViolations(page), [])
})

test('A report shows its figures and bars, and what it counts', async () => {
  const answer = {
    days: { from: '2026-10-01', to: '2026-10-31' },
    current: { won: 7, lost: 3, win_rate: 70 },
    previous: { won: 5, lost: 5, win_rate: 50 },
    by_pipeline: [{ pipeline: { id: '1', name: EVIL }, won: 7 }],
    note: 'Counts closed deals.',
  }
  const { frame, errors } = await show('report', 'en', answer)
  await frame.getByText('Win rate (%)').waitFor()
  await frame.getByText('before: 50').waitFor()
  await frame.getByText('Won by pipeline').waitFor()
  await frame.getByText(EVIL).waitFor()
  await frame.getByText('Counts closed deals.').waitFor()
  assert.deepEqual(errors, [])
})

test('A card shows a change and takes it back with the tool that can', async () => {
  const lead = {
    id: '7',
    name: 'Casa',
    status: 'unqualified',
    lost_reason: 'Precio',
    url: 'https://hilo.example/app/1/leads/7',
  }
  const { frame, messages, errors } = await show('card', 'es', lead, { tool: 'crm_mark_lead_lost' })
  await frame.getByText('Descartado').waitFor()
  await frame.getByRole('button', { name: 'Abrir en Hilo' }).waitFor()
  await frame.getByRole('button', { name: 'Deshacer' }).click()
  await frame.getByText('Deshecho.').waitFor()
  const call = (await messages()).find(({ method }) => method === 'tools/call')
  assert.deepEqual(call!.params, { name: 'crm_reopen_lead', arguments: { lead_id: '7' } })
  assert.deepEqual(errors, [])
})

test('A card shows a change before it is made, with its record, and then that it was made', async () => {
  const { page, frame, messages, errors, tell } = await show('card', 'en', undefined, {
    tool: 'crm_mark_opportunity_outcome',
    input: { opportunity_id: 8, outcome: 'lost', lost_reason: EVIL },
    reads: { crm_get_opportunity: { id: '8', name: 'Lote 4', status: 'open' } },
  })
  await frame.getByRole('heading', { name: 'Close the deal' }).waitFor()
  await frame.getByText('Lote 4').waitFor()
  await frame.getByText('Lost', { exact: true }).waitFor()
  await frame.getByText(EVIL).waitFor()
  await frame.getByText('It is made once you approve it in your assistant.').waitFor()
  const calls = (await messages()).filter(({ method }) => method === 'tools/call')
  assert.deepEqual(
    calls.map(({ params }) => params),
    [{ name: 'crm_get_opportunity', arguments: { opportunity_id: '8' } }],
    'it only reads',
  )
  assert.deepEqual(await axeViolations(page), [])
  await tell('tool-result', resultOf({ id: '8', name: 'Lote 4', status: 'lost' }))
  await frame.getByRole('button', { name: 'Undo' }).waitFor()
  assert.equal(await frame.getByText('It is made once').count(), 0)
  assert.deepEqual(errors, [])
})

test('A card says that nothing was changed when the person refuses', async () => {
  const { frame, tell } = await show('card', 'es', undefined, {
    tool: 'resolve_conversation',
    input: { conversation_id: '3' },
    reads: { get_conversation_detail: { id: '3', contact: { name: 'Ana' } } },
  })
  await frame.getByText('Ana').waitFor()
  await tell('tool-cancelled', { reason: 'refused' })
  await frame.getByRole('heading', { name: 'No se hizo ningún cambio' }).waitFor()
})
