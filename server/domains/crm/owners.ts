import type { Agent } from '#contract/records/people.ts'
import * as agents from '#domains/workspace/agents.ts'
import type { Context } from '#kernel/operation.ts'

type Wanted = { owner?: string | null | undefined; owner_id?: string | null | undefined }

/** Who it is given to: undefined where nothing is said, null where it is to be nobody's. */
export async function find(ctx: Context, { owner, owner_id }: Wanted): Promise<Agent | null | undefined> {
  const named = { agent: owner || undefined, agent_id: owner_id ?? undefined }
  if (named.agent !== undefined || named.agent_id !== undefined) return agents.get(ctx, named, 'owner')
  return owner === undefined && owner_id === undefined ? undefined : null
}

/** Who sees only their own makes what they make their own; else it would be gone at once. */
export function defaultOwner({ actor }: Context): string | null {
  return actor.visibility === 'all' ? null : actor.user_id
}
