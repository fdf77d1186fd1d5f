import { type Profile, ProviderError } from '#kernel/connector.ts'
import { ask } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { messagingRefusal } from '#channels/meta/messaging/errors.ts'
import { text } from '#channels/meta/payload.ts'

/** Name and picture of a person, which Instagram gives once they have written. */
export async function readProfile(graph: Graph, igsid: string): Promise<Profile | undefined> {
  const query = { fields: 'name,username,profile_pic' }
  const profile = await ask(graph(igsid, { query }), messagingRefusal).catch((error: unknown) => {
    if (error instanceof ProviderError && error.kind === 'rejected') return undefined
    throw error
  })
  const username = text(profile?.username)
  return profile && { name: text(profile.name) ?? username, username, avatar_url: text(profile.profile_pic) }
}
