import { z } from 'zod'
import { line } from '#contract/scalars.ts'
import { visitorOf } from '#domains/conversations/chat.ts'
import { introduce, introduced } from '#domains/conversations/identifying.ts'
import { operation } from '#kernel/operation.ts'

export const update_chat_contact = operation({
  summary: 'Say who the visitor is: name, e-mail, phone number.',
  description: 'An e-mail or phone number that is another contact’s is kept as a remark only.',
  rest: 'PATCH /widget/contact',
  permission: 'visitor',
  tool: false,
  input: z.strictObject({ name: line.optional(), email: line.optional(), phone_number: line.optional() }),
  output: z.object({ name: z.string(), email: z.string().nullable() }),

  async run(ctx, told) {
    return introduced(await introduce(ctx, visitorOf(ctx), told))
  },
})
