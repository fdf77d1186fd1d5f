import type { Agent } from '#contract/records/people.ts'
import * as agents from '#domains/workspace/agents.ts'
import type { Context } from '#kernel/operation.ts'

type OwnerInput = { owner?: string | null | undefined; owner_id?: string | null | undefined }

/** The new owner: undefined leaves it unchanged, null removes it. */
export async function find(ctx: Context, { owner, owner_id }: OwnerInput): Promise<Agent | null | undefined> {
  const reference = { agent: owner || undefined, agent_id: owner_id ?? undefined }
  if (reference.agent !== undefined || reference.agent_id !== undefined) return agents.get(ctx, reference, 'owner')
  return owner === undefined && owner_id === undefined ? undefined : null
}

/** Callers who see only their own records own what they create; otherwise it would vanish from their view. */
export function defaultOwner({ actor }: Context): string | null {
  return actor.visibility === 'all' ? null : actor.user_id
}
