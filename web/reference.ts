/*
 * The search and the forms of the API reference (/docs), whose page is complete without them. The key that is entered
 * stays in its field. The server sends this to browsers as it is, without its types.
 */

type Parameter = { name: string; in: string; required: boolean; example: string }
type Call = { method: string; path: string; parameters: Parameter[]; body: unknown }

const find = <T extends HTMLElement>(selector: string, within: ParentNode = document) =>
  within.querySelector<T>(selector)!
const search = find<HTMLInputElement>('#search')
const key = find<HTMLInputElement>('#key')
const operations = [...document.querySelectorAll<HTMLElement>('section.operation')]
const groups = [...document.querySelectorAll<HTMLElement>('[data-group]')]

find('#tools').hidden = false
search.addEventListener('input', () => show(search.value))
search.addEventListener('keydown', (event) => {
  const named = operations.find(({ id }) => plain(id) === plain(search.value).trim())
  const chosen = named ?? operations.find(({ hidden }) => !hidden)
  if (event.key === 'Enter' && chosen) location.hash = chosen.id
})
document.addEventListener('keydown', (event) => {
  const isTyping = (event.target as HTMLElement).closest('input, textarea')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  search.focus()
})
for (const operation of operations) if (operation.dataset['request']) offerToTry(operation)

/** Shows the operations whose name, path and summary have every word. */
function show(text: string) {
  const words = plain(text).split(/\s+/).filter(Boolean)
  let found = 0
  for (const operation of operations) {
    const content = plain(`${operation.id} ${find('h3', operation).textContent} ${find('p', operation).textContent}`)
    operation.hidden = !words.every((word) => content.includes(word))
    find(`nav a[href="#${operation.id}"]`).parentElement!.hidden = operation.hidden
    if (!operation.hidden) found++
  }
  for (const group of groups) group.hidden = !group.querySelector('li:not([hidden])')
  for (const heading of document.querySelectorAll<HTMLElement>('main > h2')) heading.hidden = isEmpty(heading)
  const result = find('#found')
  result.textContent = words.length > 0 ? `${found} ${result.dataset['found']}` : ''
}

function isEmpty(heading: HTMLElement): boolean {
  let next = heading.nextElementSibling
  while (next?.matches('section[hidden]')) next = next.nextElementSibling
  return !next?.matches('section')
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('_', ' ')

function copyOf(template: string): HTMLElement {
  return find<HTMLTemplateElement>(template).content.firstElementChild!.cloneNode(true) as HTMLElement
}

function offerToTry(operation: HTMLElement) {
  const button = copyOf('#try-button')
  let form: HTMLElement | undefined
  button.addEventListener('click', () => {
    if (!form) operation.append((form = formOf(operation)))
    else form.hidden = !form.hidden
    button.setAttribute('aria-expanded', String(!form.hidden))
  })
  operation.firstElementChild!.append(button)
}

function formOf(operation: HTMLElement): HTMLElement {
  const call = JSON.parse(operation.dataset['request']!) as Call
  const panel = copyOf('#try')
  const form = find<HTMLFormElement>('form', panel)
  const body = find('[data-body]', form)
  for (const parameter of call.parameters) form.insertBefore(fieldOf(parameter), body)
  if (call.body === null) body.remove()
  else find<HTMLTextAreaElement>('textarea', body).value = JSON.stringify(call.body, null, 2)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(call, form)
  })
  return panel
}

function fieldOf({ name, in: where, required, example }: Parameter): HTMLElement {
  const label = document.createElement('label')
  const input = document.createElement('input')
  Object.assign(input, { name, required, value: example, autocomplete: 'off' })
  label.append(`${name} (${where})`, input)
  return label
}

async function send(call: Call, form: HTMLFormElement) {
  const status = find('[role="status"]', form)
  const answer = find('pre', form)
  const say = (text: string | undefined) => (status.textContent = text ?? '')
  answer.hidden = true
  if (!key.value.trim()) {
    say(form.dataset['missingKey'])
    return key.focus()
  }
  const body = form.querySelector('textarea')?.value.trim()
  if (body && !isJson(body)) return say(form.dataset['invalidBody'])
  say('…')
  try {
    const response = await fetch(addressOf(call, form), {
      method: call.method,
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${key.value.trim()}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
    })
    const text = await response.text()
    say(`${response.status} ${response.statusText}`)
    answer.textContent = isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text
    answer.hidden = !text
  } catch {
    say(form.dataset['failed'])
  }
}

/** The path with its parameters; a query parameter may have several values, separated by commas in brackets. */
function addressOf({ path, parameters }: Call, form: HTMLFormElement): string {
  const valueOf = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value.trim()
  let address = path
  const query = new URLSearchParams()
  for (const { name, in: where } of parameters) {
    const value = valueOf(name)
    if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value))
    else if (where === 'query' && value) for (const each of valuesOf(value)) query.append(name, each)
  }
  return query.size > 0 ? `${address}?${query}` : address
}

function valuesOf(value: string): string[] {
  const list: unknown = value.startsWith('[') && isJson(value) ? JSON.parse(value) : undefined
  return Array.isArray(list) ? list.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))) : [value]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
