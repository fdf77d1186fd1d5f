import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Contact } from '#contract/records/contact.ts'
import { ChannelIdentity } from '#contract/records/conversation.ts'
import { id, jsonAttributeChanges, line, written } from '#contract/scalars.ts'
import { contactFields, identifier } from '#domains/contacts/inputs.ts'
import * as contactRules from '#domains/contacts/rules.ts'
import * as contacts from '#domains/contacts/store.ts'
import { checkMayIdentify } from '#domains/conversations/identities/identify.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const create_known_contact = operation({
  summary: 'Create a contact identified by something other than a phone number or e-mail.',
  description:
    'For channels that identify people by an identifier or by an id in an inbox. Otherwise use create_contact.',
  rest: 'POST /contacts/known',
  permission: 'contacts:write',
  tool: false,
  status: 201,
  input: z.strictObject({
    name: line.describe('Full name, or the name in the channel'),
    ...z.object(contactFields).partial().shape,
    identifier: identifier.optional(),
    blocked: z.boolean().optional().describe('True to refuse their messages'),
    custom_attributes: jsonAttributeChanges.optional().describe('Custom attributes, by key'),
    inbox_id: id.optional().describe('Inbox of the identity'),
    source_id: written.min(1).max(500).optional().describe('Id of the contact in the channel; generated when omitted'),
  }),
  output: Contact.extend({ channel_identities: z.array(ChannelIdentity) }),

  async run(ctx, { inbox_id, source_id = randomUUID(), custom_attributes: sent = {}, ...given }) {
    const { country } = ctx.actor.account
    const fields = contactRules.setAsideLinkedId(given, country)
    const custom_attributes = contactRules.mergeAttributes(
      {},
      await customAttributes.conform(ctx, 'contact_attribute', sent),
    )
    const inbox = inbox_id === undefined ? undefined : await inboxes.get(ctx, { inbox_id })
    if (inbox) await checkMayIdentify(ctx, inbox)
    const contact = await contacts.insert(ctx, contactRules.createKnown({ ...fields, custom_attributes }, country))
    if (inbox) await identities.insert(ctx, { contact_id: contact.id, inbox_id: inbox.id, source_id })
    ctx.emit('contact.created', { contact })
    return { ...contact, channel_identities: await identities.listOfContact(ctx, contact.id) }
  },
})
