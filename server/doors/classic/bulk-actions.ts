import { loadContact } from '#doors/classic/contacts.ts'
import { assign, findAgent, findTeam, operationOf, setStatus, setTeam } from '#doors/classic/conversation-changes.ts'
import { loadConversation } from '#doors/classic/conversations.ts'
import { ensureLabels } from '#doors/classic/labels.ts'
import { type Body, readObject, readText, readWords, requireIds } from '#doors/classic/request.ts'
import type { AddRoute, ClassicCall } from '#doors/classic/route.ts'
import { reject } from '#kernel/problem.ts'

const MOST = 100

/** One change to many conversations or contacts, in their order. Everything named is looked up before anything is changed. */
export function addBulkActionRoutes(addRoute: AddRoute): void {
  addRoute('POST', '/bulk_actions', async (call) => {
    const { body } = call
    const ids = requireIds(body.ids, 'ids')
    if (ids.length > MOST) reject('invalid_value', `Give at most ${MOST} ids.`, 'ids')
    if (body.type === 'Conversation') return changeConversations(call, ids)
    if (body.type === 'Contact') return changeContacts(call, ids)
    return reject('invalid_value', 'type must be Conversation or Contact.', 'type')
  })
}

async function changeConversations(call: ClassicCall, ids: readonly string[]): Promise<void> {
  const { body } = call
  const fields = readObject(body.fields) ?? {}
  const given: Body = { ...fields, snoozed_until: body.snoozed_until }
  const calls = ids.map((conversation_id) => ({ ...call, params: { ...call.params, conversation_id }, body: given }))
  const status = readText(fields.status)
  if (status) operationOf(status)
  if (Object.hasOwn(fields, 'assignee_id')) await findAgent({ ...call, body: given })
  if (Object.hasOwn(fields, 'team_id')) await findTeam({ ...call, body: given })
  for (const each of calls) await loadConversation(each)
  const { add, remove } = await labelsOf(call)
  for (const each of calls) {
    const { conversation_id } = each.params
    if (status) await setStatus(each)
    if (Object.hasOwn(fields, 'assignee_id')) await assign(each)
    if (Object.hasOwn(fields, 'team_id')) await setTeam(each)
    for (const label_title of add) await call.invoke('tag_conversation', { conversation_id, label_title })
    for (const label_title of remove) await call.invoke('untag_conversation', { conversation_id, label_title })
  }
}

async function changeContacts(call: ClassicCall, ids: readonly string[]): Promise<void> {
  const isDeleting = call.body.action_name === 'delete'
  const calls = ids.map((contact_id) => ({ ...call, params: { ...call.params, contact_id } }))
  for (const each of calls) await loadContact(each)
  const { add, remove } = await labelsOf(call)
  for (const contact_id of ids) {
    for (const label_title of add) await call.invoke('tag_contact', { contact_id, label_title })
    for (const label_title of remove) await call.invoke('untag_contact', { contact_id, label_title })
    if (isDeleting) await call.invoke('delete_contact', { contact_id })
  }
}

/** Labels to add, which are created where they are missing, and labels to remove. */
async function labelsOf({ invoke, body }: ClassicCall): Promise<{ add: string[]; remove: string[] }> {
  const labels = readObject(body.labels) ?? {}
  const add = readWords(labels.add).length > 0 ? await ensureLabels(invoke, labels.add) : []
  const known = new Set((await invoke<{ items: { title: string }[] }>('list_labels')).items.map(({ title }) => title))
  return { add, remove: readWords(labels.remove).filter((title) => known.has(title)) }
}
