import { z } from 'zod'
import { Member } from '#contract/records/people.ts'
import { id } from '#contract/scalars.ts'
import * as members from '#domains/people/members.ts'
import { operation } from '#kernel/operation.ts'

export const get_member = operation({
  summary: 'Get a member: role, visibility, teams and open conversations.',
  rest: 'GET /members/:member_id',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ member_id: id }),
  output: Member,

  run: (ctx, { member_id }) => members.get(ctx, member_id),
})
