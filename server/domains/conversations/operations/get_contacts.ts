import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { ChannelIdentity } from '#contract/records/conversation.ts'
import { id, page } from '#contract/scalars.ts'
import { part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_contacts = operation({
  summary: 'Get several contacts at once, with their channel identities. Unknown ids are ignored.',
  rest: 'GET /contacts/batch',
  permission: 'contacts:read',
  tool: false,
  input: z.strictObject({ contact_ids: z.array(id).min(1).max(100).describe('Ids of the contacts') }),
  output: page(Contact.extend({ channel_identities: z.array(ChannelIdentity) })),

  async run(ctx, { contact_ids }) {
    const these = { terms: [], attributes: undefined, label_ids: [], has_open_conversation: undefined }
    const filters = { ...these, filter: part`c.id = any(${contact_ids}::bigint[])` }
    const [found, known] = await Promise.all([
      contacts.searchFrom(ctx, filters, part`c.id`, 0, contact_ids.length),
      identities.listOfContacts(ctx, contact_ids),
    ])
    const items = found.map((contact) => ({
      ...contact,
      channel_identities: known.filter((identity) => identity.contact_id === contact.id),
    }))
    return { items, next_cursor: null }
  },
})
