import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { ChannelIdentity } from '#contract/records/conversation.ts'
import { attributes, id, line, written } from '#contract/scalars.ts'
import { contactFields, identifier } from '#domains/contacts/inputs.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as identities from '#domains/conversations/identities.ts'
import * as customAttributes from '#domains/workspace/custom-attributes.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const create_known_contact = operation({
  summary: 'Create a contact a program knows by something else than a phone number or an e-mail.',
  description:
    'For channels that know people by an identifier, or by who they are in an inbox. Everyone else needs create_contact.',
  rest: 'POST /contacts/known',
  permission: 'contacts:write',
  tool: false,
  status: 201,
  input: z.strictObject({
    name: line.describe('Full name, or what the channel calls them'),
    ...z.object(contactFields).partial().shape,
    identifier: identifier.optional(),
    blocked: z.boolean().optional().describe('True: what they write is not let in'),
    custom_attributes: attributes.optional().describe('Custom attributes, by key'),
    inbox_id: id.optional().describe('Inbox they are known in'),
    source_id: written.min(1).max(500).optional().describe('Who they are there; one is made when you give none'),
  }),
  output: Contact.extend({ channel_identities: z.array(ChannelIdentity) }),

  async run(ctx, { inbox_id, source_id = randomUUID(), custom_attributes: sent = {}, ...told }) {
    const custom_attributes = await customAttributes.conform(ctx, 'contact_attribute', sent)
    const inbox = inbox_id === undefined ? undefined : await inboxes.get(ctx, { inbox_id })
    const contact = await contacts.insert(
      ctx,
      contactRules.createKnown({ ...told, custom_attributes }, ctx.actor.account.country),
    )
    if (inbox) await identities.insert(ctx, { contact_id: contact.id, inbox_id: inbox.id, source_id })
    ctx.emit('contact.created', { contact })
    return { ...contact, channel_identities: await identities.listOfContact(ctx, contact.id) }
  },
})
