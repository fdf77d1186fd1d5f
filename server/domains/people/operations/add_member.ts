import { z } from 'zod'
import { record_visibilities, user_roles } from '#contract/permissions.ts'
import { Member } from '#contract/records/people.ts'
import { line } from '#contract/scalars.ts'
import { addMember } from '#domains/people/add-member.ts'
import { operation } from '#kernel/operation.ts'

export const add_member = operation({
  summary: 'Add a person to the workspace at once. A new person gets an e-mail to choose a password.',
  description: 'For programs that manage people; invite_member lets them decide whether to join.',
  rest: 'POST /members',
  permission: 'admin',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    email: z.email('Enter a complete e-mail address').max(254).toLowerCase(),
    name: line.trim().min(1, 'Enter a name').describe('Name of a new person; a known one keeps theirs'),
    role: z.enum(user_roles),
    visibility: z.enum(record_visibilities).optional().describe('Default all'),
  }),
  output: Member,

  run: (ctx, { visibility = 'all', ...person }) => addMember(ctx, { ...person, visibility }),
})
