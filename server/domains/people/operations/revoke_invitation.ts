import { z } from 'zod'
import { Invitation } from '#contract/records/access.ts'
import { id } from '#contract/scalars.ts'
import * as invitations from '#domains/access/invitations/store.ts'
import { operation } from '#kernel/operation.ts'

export const revoke_invitation = operation({
  summary: 'Revoke an invitation. Its link stops working immediately.',
  rest: 'DELETE /invitations/:invitation_id',
  permission: 'admin',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ invitation_id: id }),
  output: Invitation,

  run: (ctx, { invitation_id }) => invitations.revoke(ctx, invitation_id),
})
