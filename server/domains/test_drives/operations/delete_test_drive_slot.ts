import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as slots from '#domains/test_drives/slots.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const delete_test_drive_slot = operation({
  summary: 'Delete a test drive slot that is not booked.',
  rest: 'DELETE /test-drives/slots/:slot_id',
  permission: 'crm:write',
  module: 'test_drives',
  tool: false,
  destructive: true,
  input: z.strictObject({ slot_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { slot_id }) {
    const { booking_id } = await slots.getLocked(ctx, slot_id)
    if (booking_id)
      reject('invalid_state', `This slot is booked by test drive ${booking_id}; cancel it first.`, 'slot_id')
    await slots.remove(ctx, slot_id)
    return { id: slot_id, deleted: true as const }
  },
})
