import { randomUUID } from 'node:crypto'
import type { Contact } from '#contract/records/contact.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { presentConversations } from '#doors/classic/loaders.ts'
import { readContactChanges, readNewContact } from '#doors/classic/contact-fields.ts'
import { ensureLabels } from '#doors/classic/labels.ts'
import { type Body, requireId, readBoolean, readId, readText, readWords, unwrap } from '#doors/classic/request.ts'
import { type ClassicCall, type AddRoute, type Handler, type Invoke, UPDATE } from '#doors/classic/route.ts'
import { contactInbox } from '#doors/classic/shapes/channels.ts'
import { classicContact, classicContactWithInboxes, type ContactWithIdentities } from '#doors/classic/shapes/contact.ts'
import { classicInbox } from '#doors/classic/shapes/inbox.ts'
import { Problem } from '#kernel/problem.ts'

type Profile = ContactWithIdentities & { conversations: Conversation[] }

/** Routes of a single contact. */
export function addContactRoutes(addRoute: AddRoute): void {
  addRoute('POST', '/contacts', create, 'set_contact_avatar')

  addRoute('GET', '/contacts/:contact_id', async (call) => ({ payload: presentContact(call, await loadContact(call)) }))

  addRoute(UPDATE, '/contacts/:contact_id', update, 'set_contact_avatar')

  addRoute('DELETE', '/contacts/:contact_id', async ({ invoke, params }) => {
    await invoke('delete_contact', { contact_id: requireId(params.contact_id) })
  })

  addRoute('DELETE', '/contacts/:contact_id/avatar', async (call) => {
    await call.invoke('set_contact_avatar', { contact_id: requireId(call.params.contact_id), avatar_url: null })
    return { payload: presentContact(call, await loadContact(call)) }
  })

  addRoute('POST', '/contacts/:contact_id/destroy_custom_attributes', async (call) => {
    const { invoke, params, body } = call
    const gone = readWords(body.custom_attributes).map((key) => [key, null])
    await invoke('update_contact', {
      contact_id: requireId(params.contact_id),
      custom_attributes: Object.fromEntries(gone),
    })
    return { payload: classicContactWithInboxes(await loadContact(call)) }
  })

  addRoute('GET', '/contacts/:contact_id/labels', async (call) => ({ payload: (await loadContact(call)).labels }))

  addRoute('POST', '/contacts/:contact_id/labels', async (call) => {
    const { invoke, body } = call
    const { id: contact_id } = await loadContact(call)
    const labels = await ensureLabels(invoke, unwrap(body, 'contact').labels)
    return { payload: (await invoke<Profile>('set_contact_labels', { contact_id, labels })).labels }
  })

  addRoute('GET', '/contacts/:contact_id/conversations', async (call) => {
    return { payload: await presentConversations(call, (await loadContact(call)).conversations) }
  })

  addRoute('POST', '/contacts/:contact_id/contact_inboxes', async (call) => {
    const { invoke, body } = call
    const { id: contact_id, channel_identities } = await loadContact(call)
    const inbox_id = readId(body.inbox_id)
    const source_id = readText(body.source_id)
    // Adding an identity that exists already is no error.
    const known = channel_identities.find((each) => each.inbox.id === inbox_id && each.source_id === source_id)
    const input = { contact_id, ...(inbox_id && { inbox_id }), ...(source_id && { source_id }) }
    return contactInbox(known ?? (await invoke('create_contact_identity', input)))
  })

  // In `api` inboxes a contact can be written to without a known identity, so they get a new source_id.
  addRoute('GET', '/contacts/:contact_id/contactable_inboxes', async (call) => {
    const { invoke, account } = call
    const [{ channel_identities }, { items }] = await Promise.all([
      loadContact(call),
      invoke<{ items: Inbox[] }>('list_inboxes'),
    ])
    const payload = items.flatMap((inbox) => {
      const known = channel_identities.findLast((each) => each.inbox.id === inbox.id)?.source_id
      const source_id = known ?? (inbox.channel === 'api' ? randomUUID() : undefined)
      return source_id ? [{ source_id, inbox: classicInbox(inbox, account) }] : []
    })
    return { payload }
  })

  addRoute('POST', '/actions/contact_merge', async ({ invoke, body }) => {
    const contact_id = requireId(body.base_contact_id)
    const input = { contact_id, duplicate_contact_id: requireId(body.mergee_contact_id) }
    return classicContact(await invoke<Profile>('merge_contacts', input))
  })
}

const create: Handler = async ({ invoke, body }) => {
  const fields = unwrap(body, 'contact')
  const made = await invoke<ContactWithIdentities>('create_known_contact', readNewContact(fields))
  const contact = { ...made, ...(await setAvatar(invoke, made.id, fields)) }
  const [identity] = contact.channel_identities
  const contact_inbox = identity ? contactInbox(identity) : { inbox: null, source_id: null }
  return { payload: { contact: classicContactWithInboxes(contact), contact_inbox } }
}

const update: Handler = async (call) => {
  const { invoke, params, body } = call
  const contact_id = requireId(params.contact_id)
  const fields = unwrap(body, 'contact')
  await invoke('update_contact', { contact_id, ...readContactChanges(fields) })
  await setAvatar(invoke, contact_id, fields)
  return { payload: presentContact(call, await loadContact(call)) }
}

/** Sets the picture: a file, an address, or null for none. Clients go on with an address that cannot be read. */
async function setAvatar(
  invoke: Invoke,
  contact_id: string,
  { avatar, avatar_url }: Body,
): Promise<Contact | undefined> {
  const file = Array.isArray(avatar) && avatar.length > 0 ? { avatar } : undefined
  const url = readText(avatar_url)
  if (!file && !url && avatar !== null) return undefined
  const input = { contact_id, ...(file ?? { avatar_url: url ?? null }) }
  return invoke<Contact>('set_contact_avatar', input).catch((error: unknown) => {
    if (url && error instanceof Problem && error.code === 'invalid_value') return undefined
    throw error
  })
}

export function loadContact({ invoke, params }: ClassicCall): Promise<Profile> {
  return invoke<Profile>('get_contact', { contact_id: requireId(params.contact_id), recent_messages: 0 })
}

/** A contact with their identity in each inbox, unless the caller leaves those out. */
export function presentContact({ query }: Pick<ClassicCall, 'query'>, contact: ContactWithIdentities) {
  return readBoolean(query.include_contact_inboxes) === false
    ? classicContact(contact)
    : classicContactWithInboxes(contact)
}
