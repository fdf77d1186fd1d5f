import { z } from 'zod'
import { ConnectedAssistant } from '#contract/records/access.ts'
import { id } from '#contract/scalars.ts'
import * as assistants from '#domains/access/assistants/store.ts'
import { operation } from '#kernel/operation.ts'

export const disconnect_assistant = operation({
  summary: 'Disconnect an assistant. It loses access immediately; administrators can disconnect those of others.',
  rest: 'DELETE /me/assistants/:assistant_id',
  permission: 'personal',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ assistant_id: id }),
  output: ConnectedAssistant,

  async run(ctx, { assistant_id }) {
    await assistants.get(ctx, assistant_id)
    await assistants.disconnect(ctx, assistant_id)
    return assistants.get(ctx, assistant_id)
  },
})
