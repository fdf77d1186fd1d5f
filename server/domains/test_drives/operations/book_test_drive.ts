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

const AHEAD = 120

export const book_test_drive = operation({
  summary: 'Book a slot for a contact to try a vehicle. A slot is booked once; whoever comes second is refused.',
  rest: 'POST /test-drives',
  permission: 'crm:write',
  module: 'test_drives',
  tool: false,
  status: 201,
  input: z.strictObject({
    slot_id: id.describe('A free slot of list_test_drive_slots'),
    contact_id: id.describe('Who tries the vehicle'),
    agent: line.nullable().optional().describe('Who goes along, by name, e-mail or id. Default: you'),
    notes: text.nullable().optional(),
    remind_minutes: z
      .int()
      .min(1)
      .max(10_080)
      .nullable()
      .optional()
      .describe(`How long before it the agent is reminded; null never. Default ${AHEAD}.`),
  }),
  output: TestDrive,

  async run(ctx, { slot_id, contact_id, agent, notes, remind_minutes = AHEAD }) {
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
