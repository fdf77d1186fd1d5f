import type { Profile } from '#kernel/connector.ts'
import { ask } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { messagingRefusal } from '#channels/meta/messaging/errors.ts'
import { object, objects, text } from '#channels/meta/payload.ts'
import { ProviderError } from '#kernel/connector.ts'

/** Name and picture of a person. Meta gives many profiles only as a participant of their conversation. */
export async function readProfile(graph: Graph, page_id: string, psid: string): Promise<Profile | undefined> {
  const profile = await findAnswer(graph(psid, { query: { fields: 'first_name,last_name,profile_pic' } }))
  const name = [text(profile?.first_name), text(profile?.last_name)].filter(Boolean).join(' ')
  if (name) return { name, avatar_url: text(profile?.profile_pic) }
  const query = { user_id: psid, fields: 'participants' }
  const threads = objects((await findAnswer(graph(`${page_id}/conversations`, { query })))?.data)
  const participants = threads.flatMap(({ participants: list }) => objects(object(list).data))
  const own = participants.find((each) => text(each.id) === psid)
  return own && { name: text(own.name) }
}

/** The answer, or undefined if Meta does not give it. Throws if it may be asked again. */
async function findAnswer(call: ReturnType<Graph>) {
  return ask(call, messagingRefusal).catch((error: unknown) => {
    if (error instanceof ProviderError && error.kind === 'rejected') return undefined
    throw error
  })
}
