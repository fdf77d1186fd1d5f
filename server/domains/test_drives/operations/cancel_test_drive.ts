import { z } from 'zod'
import { TestDrive } from '#contract/records/test-drive.ts'
import { text } from '#contract/scalars.ts'
import { test_drive_id } from '#domains/test_drives/inputs.ts'
import * as testDrives from '#domains/test_drives/store.ts'
import { operation } from '#kernel/operation.ts'

export const cancel_test_drive = operation({
  summary: 'Cancel a test drive. Its slot becomes free, and no reminder is sent.',
  rest: 'POST /test-drives/:test_drive_id/cancel',
  permission: 'crm:write',
  module: 'test_drives',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({ test_drive_id, reason: text.nullable().optional() }),
  output: TestDrive,

  async run(ctx, { test_drive_id, reason }) {
    const before = await testDrives.getLocked(ctx, test_drive_id)
    if (before.status === 'cancelled') return before
    const test_drive = await testDrives.cancel(ctx, test_drive_id, reason?.trim() || null)
    ctx.emit('test_drive.cancelled', { test_drive })
    return test_drive
  },
})
