import type { Inbox } from '#contract/records/inbox.ts'
import type { Agent } from '#contract/records/people.ts'
import { idOf, readIds } from '#doors/classic/reading.ts'
import { type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'

/** Who answers an inbox. */
export function openInboxMembers(routes: Routes): void {
  routes('GET', '/inbox_members/:inbox_id', async (asked) => show(asked, await get(asked)))

  routes('POST', '/inbox_members', async (asked) => {
    const { member_ids } = await get(asked)
    return show(asked, await set(asked, [...new Set([...member_ids, ...readIds(asked.body.user_ids)])]))
  })

  routes(UPDATE, '/inbox_members', async (asked) => show(asked, await set(asked, readIds(asked.body.user_ids))))

  for (const url of ['/inbox_members', '/inbox_members/:inbox_id'])
    routes('DELETE', url, async (asked) => {
      const gone = readIds(asked.body.user_ids)
      const { member_ids } = await get(asked)
      await set(
        asked,
        member_ids.filter((id) => !gone.includes(id)),
      )
    })
}

function get({ act, params, body }: Asked): Promise<Inbox> {
  return act<Inbox>('get_inbox', { inbox_id: idOf(params.inbox_id ?? body.inbox_id) })
}

function set({ act, params, body }: Asked, members: string[]): Promise<Inbox> {
  return act<Inbox>('set_inbox_members', { inbox_id: idOf(params.inbox_id ?? body.inbox_id), members })
}

async function show({ act, account }: Asked, { member_ids }: Inbox) {
  const { items } = await act<{ items: Agent[] }>('list_agents')
  const members = items.filter(({ id }) => member_ids.includes(id))
  return { payload: members.map((agent) => classicAgent(account.id, agent)) }
}
