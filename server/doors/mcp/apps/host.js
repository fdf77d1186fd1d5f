// The connection to the host by MCP Apps (2026-01-26): JSON-RPC over postMessage. Data of the answer is shown as text only.
const view = document.getElementById('view')
const waiting = new Map()
let lastId = 0
let context = {}

function send(message) {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}

function request(method, params) {
  const id = ++lastId
  send({ id, method, params })
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return
  if (data.method === undefined) return settle(data)
  if (data.method === 'ui/notifications/tool-input' && typeof propose === 'function')
    propose(data.params?.arguments ?? {})
  if (data.method === 'ui/notifications/tool-cancelled') view.replaceChildren(element('h1', words.failed))
  if (data.method === 'ui/notifications/tool-result') show(data.params)
  if (data.method === 'ui/notifications/host-context-changed') applyContext(data.params)
  if (data.id !== undefined) send({ id: data.id, result: {} })
})

function settle({ id, result, error }) {
  const known = waiting.get(id)
  waiting.delete(id)
  if (error) known?.reject(new Error(error.message))
  else known?.resolve(result)
}

function applyContext(changed = {}) {
  context = { ...context, ...changed }
  if (context.theme) document.documentElement.style.colorScheme = context.theme
  for (const [name, value] of Object.entries(context.styles?.variables ?? {}))
    if (value && name.startsWith('--')) document.documentElement.style.setProperty(name, value)
}

/** Shows an answer with the function `render` of the view; a refusal shows its sentence. */
function show(result = {}) {
  const answer = answerOf(result)
  if (result.isError) view.replaceChildren(element('h1', words.failed), element('p', answer.detail ?? ''))
  else view.replaceChildren(...render(answer))
}

/** The object in the text of a tool's result. */
function answerOf({ content = [] }) {
  const text = content.find(({ type }) => type === 'text')?.text ?? '{}'
  try {
    return JSON.parse(text)
  } catch {
    return { detail: text }
  }
}

function element(name, ...children) {
  const made = document.createElement(name)
  made.append(...children.filter((child) => child !== undefined && child !== null))
  return made
}

function classed(className, made) {
  made.className = className
  return made
}

/** A button that opens an address of Hilo in the browser. */
function linkTo(url, className, ...children) {
  const button = classed(className, element('button', ...children))
  button.type = 'button'
  button.addEventListener('click', () => {
    if (/^https?:\/\//.test(url)) void request('ui/open-link', { url }).catch(() => {})
  })
  return button
}

function money(amount, currency) {
  if (typeof amount !== 'number') return undefined
  return `${amount.toLocaleString(locale, { maximumFractionDigits: 0 })} ${currency ?? ''}`.trim()
}

new ResizeObserver(() => {
  const { scrollWidth: width, scrollHeight: height } = document.documentElement
  send({ method: 'ui/notifications/size-changed', params: { width, height } })
}).observe(document.body)

const hello = { appInfo: { name: 'hilo', version: '1.0.0' }, appCapabilities: {}, protocolVersion: '2026-01-26' }
void request('ui/initialize', hello).then((result) => {
  applyContext(result?.hostContext)
  send({ method: 'ui/notifications/initialized', params: {} })
})
