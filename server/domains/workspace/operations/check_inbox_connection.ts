import { z } from 'zod'
import { Inbox } from '#contract/records/inbox.ts'
import { id } from '#contract/scalars.ts'
import * as connections from '#domains/workspace/inboxes/connections.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const check_inbox_connection = operation({
  summary: 'Ask the provider now whether the connection of an inbox works.',
  rest: 'POST /inboxes/:inbox_id/connection/check',
  permission: ['workspace:write', 'admin'],
  reader: 'conversations:read',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ inbox_id: id }),
  output: Inbox,

  async prepare(ctx, { inbox_id }) {
    const inbox = await inboxes.get(ctx, { inbox_id })
    const state = await connections.askState(ctx, await connections.get(ctx, inbox))
    return state ?? reject('channel_unreachable', 'The channel did not answer; try again in a moment.')
  },

  async run(ctx, { inbox_id }, state) {
    await connections.setState(ctx, await inboxes.getLocked(ctx, inbox_id), state)
    return connections.withAddress(ctx, (await inboxes.find(ctx, inbox_id))!)
  },
})
