import { z } from 'zod'
import { Agent, availabilities } from '#contract/records/people.ts'
import { id } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const update_agent = operation({
  summary: 'Say whether an agent is there to answer, and how much they take on. Of others only an administrator may.',
  rest: 'PATCH /agents/:agent_id',
  permission: 'conversations:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({
    agent_id: id,
    availability: z.enum(availabilities).optional(),
    auto_offline: z.boolean().optional().describe('Without a connection they count as offline'),
    capacity: z.int().min(0).max(10_000).nullable().optional().describe('Open conversations at once; null is no bound'),
  }),
  output: Agent,

  async run(ctx, { agent_id, ...patch }) {
    const before = await agents.getLocked(ctx, agent_id)
    if (agent_id !== ctx.actor.user_id && !ctx.actor.permissions.has('admin'))
      reject('permission_denied', 'Only an administrator may change another agent; you may change yourself.')
    const agent = await agents.update(ctx, agent_id, { ...before, ...given(patch) })
    ctx.emit('agent.updated', { agent })
    return agent
  },
})

/** What was left out is not to be overwritten. */
function given<T extends object>(patch: T): { [F in keyof T]: Exclude<T[F], undefined> } {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as never
}
