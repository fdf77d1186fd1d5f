import { z } from 'zod'
import { Invitation } from '#contract/records/access.ts'
import { id } from '#contract/scalars.ts'
import * as invitations from '#domains/access/invitations/store.ts'
import { operation } from '#kernel/operation.ts'

export const resend_invitation = operation({
  summary: 'Resend an invitation with a new link. The previous link stops working.',
  rest: 'POST /invitations/:invitation_id/resend',
  permission: 'admin',
  tool: false,
  audit: { without: [] },
  input: z.strictObject({ invitation_id: id }),
  output: Invitation,

  run: (ctx, { invitation_id }) => invitations.renew(ctx, invitation_id),
})
