import { z } from 'zod'
import { Inbox } from '#contract/records/inbox.ts'
import { id } from '#contract/scalars.ts'
import * as connections from '#domains/workspace/inboxes/connections.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { credentials } from '#domains/workspace/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const connect_inbox = operation({
  summary: 'Replace the credentials of an inbox. Its history stays, and waiting messages are sent.',
  rest: 'PUT /inboxes/:inbox_id/connection',
  permission: ['workspace:write', 'admin'],
  reader: 'conversations:read',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: ['credentials'] },
  input: z.strictObject({ inbox_id: id, credentials }),
  output: Inbox,

  async prepare(ctx, { inbox_id, credentials }) {
    const inbox = await inboxes.get(ctx, { inbox_id })
    connections.connectorOf(ctx, inbox.channel)
    // The address that a mail server or an app of Meta knows stays valid.
    const { verify_token } = inbox.connection ? await connections.get(ctx, inbox) : {}
    return connections.checkCredentials(ctx, inbox.channel as never, { verify_token, ...credentials }, inbox)
  },

  async run(ctx, { inbox_id }, checked) {
    const before = await inboxes.getLocked(ctx, inbox_id)
    await connections.save(ctx, before, checked)
    const inbox = (await inboxes.find(ctx, inbox_id))!
    ctx.emit('inbox.connection_changed', { inbox })
    return connections.withAddress(ctx, inbox)
  },
})
