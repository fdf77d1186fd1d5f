import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

export const delete_team = operation({
  summary: 'Delete a team. Its agents stay; its conversations no longer belong to a team.',
  rest: 'DELETE /teams/:team_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ team_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { team_id }) {
    const team = await teams.getLocked(ctx, team_id)
    await teams.remove(ctx, team_id)
    ctx.emit('team.deleted', { team })
    return { id: team_id, deleted: true as const }
  },
})
