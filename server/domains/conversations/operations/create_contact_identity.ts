import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ChannelIdentity } from '#contract/records/conversation.ts'
import { id, line, written } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import { checkMayIdentify } from '#domains/conversations/identities/identify.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const create_contact_identity = operation({
  summary: 'Add a channel identity to a contact.',
  description: 'In an api inbox this needs messages:send and sight of all its conversations.',
  rest: 'POST /contacts/:contact_id/identities',
  permission: 'contacts:write',
  tool: false,
  status: 201,
  input: z.strictObject({
    contact_id: id,
    inbox: line.optional().describe('Inbox, by name or id'),
    inbox_id: id.optional().describe('Inbox, by id'),
    source_id: written.min(1).max(500).optional().describe('Id of the contact in the channel; generated when omitted'),
  }),
  output: ChannelIdentity,

  async run(ctx, { contact_id, source_id = randomUUID(), ...which }) {
    const inbox = await inboxes.get(ctx, which)
    await identities.lock(ctx, inbox.id, source_id)
    await contacts.getLocked(ctx, contact_id)
    await checkMayIdentify(ctx, inbox, contact_id)
    const { id } = await identities.insert(ctx, { contact_id, inbox_id: inbox.id, source_id })
    const all = await identities.listOfContact(ctx, contact_id)
    return all.find((identity) => identity.id === id)!
  },
})
