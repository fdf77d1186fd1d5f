import { z } from 'zod'
import { TestDrive } from '#contract/records/test-drive.ts'
import { test_drive_id } from '#domains/test_drives/inputs.ts'
import * as testDrives from '#domains/test_drives/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_test_drive = operation({
  summary: 'Get a test drive with its vehicle, slot, contact and agent.',
  rest: 'GET /test-drives/:test_drive_id',
  permission: 'crm:read',
  module: 'test_drives',
  tool: false,
  input: z.strictObject({ test_drive_id }),
  output: TestDrive,

  run: (ctx, { test_drive_id }) => testDrives.get(ctx, test_drive_id),
})
