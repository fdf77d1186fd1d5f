import { z } from 'zod'
import { readMoment } from '#contract/periods.ts'
import { Agent, availabilities } from '#contract/records/people.ts'
import { id, moment } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const update_agent = operation({
  summary: 'Update the availability or capacity of an agent. Only administrators can change other agents.',
  rest: 'PATCH /agents/:agent_id',
  permission: 'conversations:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({
    agent_id: id,
    availability: z.enum(availabilities).optional(),
    availability_until: moment
      .nullable()
      .optional()
      .describe('When a busy or offline agent counts as online again; null: when they say so'),
    auto_offline: z.boolean().optional().describe('Count as offline while not connected'),
    capacity: z
      .int()
      .min(0)
      .max(10_000)
      .nullable()
      .optional()
      .describe('Maximum open conversations; null for no limit'),
  }),
  output: Agent,

  async run(ctx, { agent_id, availability_until: until, ...rest }) {
    const availability_until = until && readMoment(until, ctx.actor.account.time_zone).toISOString()
    const patch = { ...rest, availability_until }
    const before = await agents.getLocked(ctx, agent_id)
    if (agent_id !== ctx.actor.user_id && !ctx.actor.permissions.has('admin'))
      reject('permission_denied', 'Only an administrator can change another agent; you can change yourself.')
    checkEnd(ctx, patch.availability ?? before.availability, patch.availability_until)
    // A new availability lasts until its own end, not until that of the one before.
    const end = patch.availability ? { availability_until: null } : {}
    const agent = await agents.update(ctx, agent_id, { ...before, ...end, ...pickGiven(patch) })
    ctx.emit('agent.updated', { agent })
    return agent
  },
})

function checkEnd({ now }: Context, availability: Agent['availability'], until: string | null | undefined): void {
  if (!until) return
  if (availability === 'online')
    reject('invalid_value', 'Only a busy or offline agent is online again later; leave it out.', 'availability_until')
  if (Date.parse(until) <= now.getTime()) reject('invalid_value', 'Give a time in the future.', 'availability_until')
}

/** Drops omitted fields, so they don't overwrite stored ones. */
function pickGiven<T extends object>(patch: T): { [F in keyof T]: Exclude<T[F], undefined> } {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as never
}
