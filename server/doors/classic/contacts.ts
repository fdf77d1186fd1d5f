import { randomUUID } from 'node:crypto'
import type { Conversation } from '#contract/records/conversation.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { showConversations } from '#doors/classic/around.ts'
import { contactChanges, newContact } from '#doors/classic/contact-fields.ts'
import { ensureLabels } from '#doors/classic/labels.ts'
import { idOf, readBoolean, readId, readText, readWords, unwrapped } from '#doors/classic/reading.ts'
import { type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'
import { contactInbox } from '#doors/classic/shapes/channels.ts'
import { classicContact, classicContactIn, type WholeContact } from '#doors/classic/shapes/contact.ts'
import { classicInbox } from '#doors/classic/shapes/inbox.ts'

type Profile = WholeContact & { conversations: Conversation[] }

/** One contact: the same operations, in the words existing clients speak. */
export function openContacts(routes: Routes): void {
  routes('POST', '/contacts', async ({ act, body }) => {
    const contact = await act<WholeContact>('create_known_contact', newContact(unwrapped(body, 'contact')))
    const [identity] = contact.channel_identities
    const contact_inbox = identity ? contactInbox(identity) : { inbox: null, source_id: null }
    return { payload: { contact: classicContactIn(contact), contact_inbox } }
  })

  routes('GET', '/contacts/:contact_id', async (asked) => ({ payload: showContact(asked, await profile(asked)) }))

  routes(UPDATE, '/contacts/:contact_id', async (asked) => {
    const { act, params, body } = asked
    const contact_id = idOf(params.contact_id)
    await act('update_contact', { contact_id, ...contactChanges(unwrapped(body, 'contact')) })
    return { payload: showContact(asked, await profile(asked)) }
  })

  routes('DELETE', '/contacts/:contact_id', async ({ act, params }) => {
    await act('delete_contact', { contact_id: idOf(params.contact_id) })
  })

  routes('POST', '/contacts/:contact_id/destroy_custom_attributes', async (asked) => {
    const { act, params, body } = asked
    const gone = readWords(body.custom_attributes).map((key) => [key, null])
    await act('update_contact', { contact_id: idOf(params.contact_id), custom_attributes: Object.fromEntries(gone) })
    return { payload: classicContactIn(await profile(asked)) }
  })

  routes('GET', '/contacts/:contact_id/labels', async (asked) => ({ payload: (await profile(asked)).labels }))

  routes('POST', '/contacts/:contact_id/labels', async (asked) => {
    const { act, body } = asked
    const { id: contact_id } = await profile(asked)
    const labels = await ensureLabels(act, unwrapped(body, 'contact').labels)
    return { payload: (await act<Profile>('set_contact_labels', { contact_id, labels })).labels }
  })

  routes('GET', '/contacts/:contact_id/conversations', async (asked) => {
    return { payload: await showConversations(asked, (await profile(asked)).conversations) }
  })

  routes('POST', '/contacts/:contact_id/contact_inboxes', async (asked) => {
    const { act, body } = asked
    const { id: contact_id, channel_identities } = await profile(asked)
    const inbox_id = readId(body.inbox_id)
    const source_id = readText(body.source_id)
    // Saying again who they are is no mistake.
    const known = channel_identities.find((each) => each.inbox.id === inbox_id && each.source_id === source_id)
    const input = { contact_id, ...(inbox_id && { inbox_id }), ...(source_id && { source_id }) }
    return contactInbox(known ?? (await act('create_contact_identity', input)))
  })

  // Who is not known in an inbox of channel api yet can be written to there all the same.
  routes('GET', '/contacts/:contact_id/contactable_inboxes', async (asked) => {
    const { act, account } = asked
    const [{ channel_identities }, { items }] = await Promise.all([
      profile(asked),
      act<{ items: Inbox[] }>('list_inboxes'),
    ])
    const payload = items.flatMap((inbox) => {
      const known = channel_identities.findLast((each) => each.inbox.id === inbox.id)?.source_id
      const source_id = known ?? (inbox.channel === 'api' ? randomUUID() : undefined)
      return source_id ? [{ source_id, inbox: classicInbox(inbox, account) }] : []
    })
    return { payload }
  })

  routes('POST', '/actions/contact_merge', async ({ act, body }) => {
    const contact_id = idOf(body.base_contact_id)
    const input = { contact_id, duplicate_contact_id: idOf(body.mergee_contact_id) }
    return classicContact(await act<Profile>('merge_contacts', input))
  })
}

function profile({ act, params }: Asked): Promise<Profile> {
  return act<Profile>('get_contact', { contact_id: idOf(params.contact_id), recent_messages: 0 })
}

/** A contact with who they are in each inbox, unless the caller does not want to know. */
export function showContact({ query }: Pick<Asked, 'query'>, contact: WholeContact) {
  return readBoolean(query.include_contact_inboxes) === false ? classicContact(contact) : classicContactIn(contact)
}
