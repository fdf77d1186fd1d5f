import type { Agent } from '#contract/records/people.ts'
import { requireId, requireIds } from '#doors/classic/request.ts'
import { type ClassicCall, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'

const PATH = '/conversations/:conversation_id/participants'

/** The participants of a conversation. */
export function addParticipantRoutes(addRoute: AddRoute): void {
  addRoute('GET', PATH, async (call) => show(call, await current(call)))

  addRoute('POST', PATH, async (call) => {
    const ids = await current(call)
    return show(call, await set(call, [...new Set([...ids, ...requireIds(call.body.user_ids, 'user_ids')])]))
  })

  addRoute(UPDATE, PATH, async (call) => show(call, await set(call, requireIds(call.body.user_ids, 'user_ids'))))

  addRoute('DELETE', PATH, async (call) => {
    const gone = requireIds(call.body.user_ids, 'user_ids')
    const staying = (await current(call)).filter((id) => !gone.includes(id))
    await set(call, staying)
  })
}

type Followers = { participants: { id: string }[] }

async function current({ invoke, params }: ClassicCall): Promise<string[]> {
  const { participants } = await invoke<Followers>('list_participants', {
    conversation_id: requireId(params.conversation_id),
  })
  return participants.map(({ id }) => id)
}

async function set({ invoke, params }: ClassicCall, participants: string[]): Promise<string[]> {
  const input = { conversation_id: requireId(params.conversation_id), participants }
  return (await invoke<Followers>('set_participants', input)).participants.map(({ id }) => id)
}

async function show({ invoke, account }: ClassicCall, ids: string[]) {
  const { items } = await invoke<{ items: Agent[] }>('list_agents')
  return items.filter(({ id }) => ids.includes(id)).map((agent) => classicAgent(account.id, agent))
}
