import { z } from 'zod'
import { TestDriveSlot } from '#contract/records/test-drive.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { momentsOf } from '#domains/test_drives/days.ts'
import { days, vehicle_id } from '#domains/test_drives/inputs.ts'
import * as slots from '#domains/test_drives/slots.ts'
import * as vehicles from '#domains/test_drives/vehicles.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_test_drive_slots = operation({
  summary: 'List when vehicles can be tried, soonest first. Without from, those that are still to come.',
  rest: 'GET /test-drives/slots',
  permission: 'crm:read',
  module: 'test_drives',
  tool: false,
  input: z.strictObject({
    vehicle_id: vehicle_id.optional(),
    ...days,
    available_only: z.boolean().optional().describe('Only those that can be booked'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(TestDriveSlot),

  async run(ctx, input) {
    const { vehicle_id, available_only } = input
    if (vehicle_id) await vehicles.get(ctx, vehicle_id)
    const { after, limit } = readPage(ctx, input)
    const { from = ctx.now, to } = momentsOf(ctx, input)
    const asked = { vehicle_id, available_only, to }
    // What has begun cannot be booked, whatever day is asked for.
    const earliest = available_only && from < ctx.now ? ctx.now : from
    const rows = await slots.list(ctx, { ...asked, from: earliest }, after, limit)
    return toPage(ctx, input, rows, (slot) => [slot.starts_at, slot.id])
  },
})
