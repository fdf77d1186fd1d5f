import type { Agent } from '#contract/records/people.ts'
import { idOf, readIds } from '#doors/classic/reading.ts'
import { type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'

const PATH = '/conversations/:conversation_id/participants'

/** Who follows a conversation. */
export function openParticipants(routes: Routes): void {
  routes('GET', PATH, async (asked) => show(asked, await current(asked)))

  routes('POST', PATH, async (asked) => {
    const ids = await current(asked)
    return show(asked, await set(asked, [...new Set([...ids, ...readIds(asked.body.user_ids)])]))
  })

  routes(UPDATE, PATH, async (asked) => show(asked, await set(asked, readIds(asked.body.user_ids))))

  routes('DELETE', PATH, async (asked) => {
    const gone = readIds(asked.body.user_ids)
    const staying = (await current(asked)).filter((id) => !gone.includes(id))
    await set(asked, staying)
  })
}

type Followers = { participants: { id: string }[] }

async function current({ act, params }: Asked): Promise<string[]> {
  const { participants } = await act<Followers>('list_participants', { conversation_id: idOf(params.conversation_id) })
  return participants.map(({ id }) => id)
}

async function set({ act, params }: Asked, participants: string[]): Promise<string[]> {
  const input = { conversation_id: idOf(params.conversation_id), participants }
  return (await act<Followers>('set_participants', input)).participants.map(({ id }) => id)
}

async function show({ act, account }: Asked, ids: string[]) {
  const { items } = await act<{ items: Agent[] }>('list_agents')
  return items.filter(({ id }) => ids.includes(id)).map((agent) => classicAgent(account.id, agent))
}
