// A change: first as it was asked for, while the host lets the person decide, then the record after it, with a button
// that takes the change back where a tool can.
let isDone = false

/** Shows the change that the call would make, with the name of its record as soon as the host has read it. */
function propose(given) {
  const tool = context.toolInfo?.tool?.name
  const heading = element('h1', words.changes[tool] ?? words.proposed)
  const rows = Object.entries(words.given).flatMap(([name, label]) => {
    const value = given[name]
    return value ? [element('dt', label), element('dd', words.values[value] ?? String(value))] : []
  })
  const name = element('p')
  if (!isDone)
    view.replaceChildren(heading, name, element('dl', ...rows), classed('quiet', element('p', words.undecided)))
  const [reader, field] = readers.find(([, id]) => given[id]) ?? []
  if (!reader) return
  const read = { name: reader, arguments: { [field]: String(given[field]) } }
  request('tools/call', read).then(
    (result) => {
      if (!result?.isError) name.append(titleOf(answerOf(result)) ?? '')
    },
    () => {},
  )
}

const readers = [
  ['crm_get_lead', 'lead_id'],
  ['crm_get_opportunity', 'opportunity_id'],
  ['get_conversation_detail', 'conversation_id'],
]

function titleOf(record) {
  return record.name ?? record.contact?.name
}

function render(record) {
  isDone = true
  const rows = Object.entries(words.fields).flatMap(([name, label]) => {
    const value = shown(name, record)
    return value ? [element('dt', label), element('dd', value)] : []
  })
  return [element('h1', titleOf(record) ?? words.card), element('dl', ...rows), ...actions(record)]
}

function shown(name, record) {
  const value = record[name]
  if (name === 'amount' || name === 'estimated_value') return money(value, record.currency)
  if (typeof value === 'object') return value?.name
  return words.values[value] ?? value
}

function actions(record) {
  const tool = context.toolInfo?.tool?.name
  const back = undo[tool]?.(record)
  const open = record.url ? [linkTo(record.url, 'action', words.open)] : []
  if (!back) return open
  const button = classed('action', element('button', words.undo))
  button.type = 'button'
  button.addEventListener('click', () => {
    button.disabled = true
    request('tools/call', back).then(
      (result) => view.append(element('p', result?.isError ? words.refused : words.undone)),
      () => view.append(element('p', words.refused)),
    )
  })
  return [...open, button]
}

const undo = {
  crm_mark_opportunity_outcome: ({ id }) => ({
    name: 'crm_update_opportunity',
    arguments: { opportunity_id: id, status: 'open' },
  }),
  crm_mark_lead_lost: ({ id }) => ({ name: 'crm_reopen_lead', arguments: { lead_id: id } }),
  resolve_conversation: ({ id }) => ({ name: 'reopen_conversation', arguments: { conversation_id: id } }),
}
