import { z } from 'zod'
import { Member } from '#contract/records/people.ts'
import { page } from '#contract/scalars.ts'
import * as members from '#domains/people/members.ts'
import { operation } from '#kernel/operation.ts'

export const list_members = operation({
  summary: 'List members by name, deactivated ones last.',
  rest: 'GET /members',
  permission: 'admin',
  tool: false,
  input: z.strictObject({}),
  output: page(Member),

  async run(ctx) {
    return { items: await members.list(ctx), next_cursor: null }
  },
})
