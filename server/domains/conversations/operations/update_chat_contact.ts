import { z } from 'zod'
import { line, written, jsonAttributeChanges } from '#contract/scalars.ts'
import { findIdentity, visitorOf } from '#domains/conversations/chat/visitor.ts'
import { claimContact } from '#domains/conversations/identities/claim.ts'
import { updateVisitorContact, toVisitorContact } from '#domains/conversations/identities/identify.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const update_chat_contact = operation({
  summary: 'Update the visitor’s name, e-mail, phone number or custom attributes.',
  description:
    'An e-mail or phone number of another contact is stored as a custom attribute only. In an api inbox a new visitor ' +
    'becomes the contact with the same identifier, e-mail or phone number, of which they see and change nothing.',
  rest: 'PATCH /widget/contact',
  permission: 'visitor',
  tool: false,
  input: z.strictObject({
    name: line.optional(),
    email: line.optional(),
    phone_number: line.optional(),
    custom_attributes: jsonAttributeChanges
      .optional()
      .describe('Attributes to merge with the existing ones; null removes one'),
    identifier: line.optional().describe('api inboxes: id of a new customer in your own systems'),
    avatar_url: written.max(4000).optional().describe('api inboxes: address of the picture of a new customer'),
  }),
  output: z.object({ name: z.string(), email: z.string().nullable() }),

  async run(ctx, { identifier, avatar_url, ...details }) {
    const visitor = visitorOf(ctx)
    const { channel, settings } = await inboxes.get(ctx, { inbox_id: visitor.inbox_id })
    if (channel === 'api' && settings.identity_verification !== 'required')
      await claimContact(ctx, visitor, { ...details, identifier, avatar_url })
    else if (identifier === undefined) await updateVisitorContact(ctx, visitor, details)
    else reject('permission_denied', 'Visitors of this inbox prove their identity; use identify_visitor.', 'identifier')
    const identity = (await findIdentity(ctx))!
    if (identity.claimed) return { name: details.name ?? '', email: details.email ?? null }
    return toVisitorContact(await contacts.get(ctx, identity.contact_id))
  },
})
