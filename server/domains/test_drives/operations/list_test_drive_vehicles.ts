import { z } from 'zod'
import { TestDriveVehicle } from '#contract/records/test-drive.ts'
import { cursor, limit, line, page } from '#contract/scalars.ts'
import * as vehicles from '#domains/test_drives/vehicles.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_test_drive_vehicles = operation({
  summary: 'List vehicles for test drives, newest first.',
  rest: 'GET /test-drives/vehicles',
  permission: 'crm:read',
  module: 'test_drives',
  tool: false,
  input: z.strictObject({
    query: line.optional().describe('Text in the code or name, ignoring case and accents'),
    only_active: z.boolean().optional().describe('Only active vehicles. Default true.'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(TestDriveVehicle),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const rows = await vehicles.list(ctx, input, after, limit)
    return toPage(ctx, input, rows, (vehicle) => [vehicle.created_at, vehicle.id])
  },
})
