import type { Inbox } from '#contract/records/inbox.ts'
import type { Agent } from '#contract/records/people.ts'
import { requireId, requireIds } from '#doors/classic/request.ts'
import { type ClassicCall, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'

/** The members of an inbox. */
export function addInboxMemberRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/inbox_members/:inbox_id', async (call) => show(call, await get(call)))

  addRoute('POST', '/inbox_members', async (call) => {
    const { member_ids } = await get(call)
    return show(call, await set(call, [...new Set([...member_ids, ...requireIds(call.body.user_ids, 'user_ids')])]))
  })

  addRoute(UPDATE, '/inbox_members', async (call) =>
    show(call, await set(call, requireIds(call.body.user_ids, 'user_ids'))),
  )

  for (const url of ['/inbox_members', '/inbox_members/:inbox_id'])
    addRoute('DELETE', url, async (call) => {
      const gone = requireIds(call.body.user_ids, 'user_ids')
      const { member_ids } = await get(call)
      await set(
        call,
        member_ids.filter((id) => !gone.includes(id)),
      )
    })
}

function get({ invoke, params, body }: ClassicCall): Promise<Inbox> {
  return invoke<Inbox>('get_inbox', { inbox_id: requireId(params.inbox_id ?? body.inbox_id) })
}

function set({ invoke, params, body }: ClassicCall, members: string[]): Promise<Inbox> {
  return invoke<Inbox>('set_inbox_members', { inbox_id: requireId(params.inbox_id ?? body.inbox_id), members })
}

async function show({ invoke, account }: ClassicCall, { member_ids }: Inbox) {
  const { items } = await invoke<{ items: Agent[] }>('list_agents')
  const members = items.filter(({ id }) => member_ids.includes(id))
  return { payload: members.map((agent) => classicAgent(account.id, agent)) }
}
