import { z } from 'zod'
import { TestDrive } from '#contract/records/test-drive.ts'
import { id, line, text } from '#contract/scalars.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as rules from '#domains/test_drives/rules.ts'
import * as slots from '#domains/test_drives/slots.ts'
import * as testDrives from '#domains/test_drives/store.ts'
import * as vehicles from '#domains/test_drives/vehicles.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'

const DEFAULT_REMIND_MINUTES = 120

export const book_test_drive = operation({
  summary: 'Book a test drive slot for a contact. A slot can be booked once.',
  rest: 'POST /test-drives',
  permission: 'crm:write',
  module: 'test_drives',
  tool: false,
  status: 201,
  input: z.strictObject({
    slot_id: id.describe('Free slot, from list_test_drive_slots'),
    contact_id: id.describe('Contact who takes the test drive'),
    agent: line.nullable().optional().describe('Accompanying agent, by name, e-mail or id. Default: you'),
    notes: text.nullable().optional(),
    remind_minutes: z
      .int()
      .min(1)
      .max(10_080)
      .nullable()
      .optional()
      .describe(`Minutes before the start to remind the agent; null for never. Default ${DEFAULT_REMIND_MINUTES}.`),
  }),
  output: TestDrive,

  async run(ctx, { slot_id, contact_id, agent, notes, remind_minutes = DEFAULT_REMIND_MINUTES }) {
    const slot = await slots.get(ctx, slot_id)
    const { active } = await vehicles.getShared(ctx, slot.vehicle.id)
    rules.checkBookable(slot, active, ctx.now)
    await contacts.get(ctx, contact_id)
    const agent_id = agent ? (await agents.get(ctx, { agent })).id : agent === undefined ? ctx.actor.user_id : null
    const remind_at = rules.remindAt(slot.starts_at, remind_minutes, ctx.now)
    const booking = { slot_id, contact_id, agent_id, notes: notes?.trim() || null, remind_at }
    const test_drive = await testDrives.insert(ctx, booking)
    ctx.emit('test_drive.booked', { test_drive })
    return test_drive
  },
})
