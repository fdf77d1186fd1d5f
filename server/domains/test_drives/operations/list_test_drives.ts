import { z } from 'zod'
import { TestDrive } from '#contract/records/test-drive.ts'
import { cursor, id, limit, line, page } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import { toMoments } from '#domains/test_drives/date-range.ts'
import { days, vehicle_id } from '#domains/test_drives/inputs.ts'
import * as testDrives from '#domains/test_drives/store.ts'
import * as vehicles from '#domains/test_drives/vehicles.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_test_drives = operation({
  summary: 'List test drives, most recently booked first.',
  rest: 'GET /test-drives',
  permission: 'crm:read',
  module: 'test_drives',
  tool: false,
  input: z.strictObject({
    status: TestDrive.shape.status.optional(),
    vehicle_id: vehicle_id.optional(),
    contact_id: id.optional(),
    agent: line.optional().describe('Accompanying agent, by name, e-mail or id'),
    ...days,
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(TestDrive),

  async run(ctx, input) {
    const { status, vehicle_id, contact_id, agent } = input
    if (vehicle_id) await vehicles.get(ctx, vehicle_id)
    if (contact_id) await contacts.get(ctx, contact_id)
    const agent_id = agent ? (await agents.get(ctx, { agent })).id : undefined
    const { after, limit } = readPage(ctx, input)
    const filters = { status, vehicle_id, contact_id, agent_id, ...toMoments(ctx, input) }
    const rows = await testDrives.list(ctx, filters, after, limit)
    return toPage(ctx, input, rows, (each) => [each.created_at, each.id])
  },
})
