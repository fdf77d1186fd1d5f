import { z } from 'zod'
import { InvitationLink } from '#contract/records/access.ts'
import { id } from '#contract/scalars.ts'
import * as invitations from '#domains/access/invitations/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_invitation_link = operation({
  summary: 'Get the link of an invitation whose e-mail could not be delivered, to pass it on in another way.',
  description:
    'Without a mail server every invitation has one. A delivered link is not kept; resend_invitation makes a new one.',
  rest: 'GET /invitations/:invitation_id/link',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ invitation_id: id }),
  output: InvitationLink,

  run: (ctx, { invitation_id }) => invitations.getLink(ctx, invitation_id),
})
