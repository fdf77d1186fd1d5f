import type { Agent } from '#contract/records/people.ts'
import type { Routes } from '#doors/classic/route.ts'
import { classicAgent } from '#doors/classic/shapes/people.ts'

/** Everyone who answers customers. */
export function openAgents(routes: Routes): void {
  routes('GET', '/agents', async ({ act, account }) => {
    const { items } = await act<{ items: Agent[] }>('list_agents')
    return items.map((agent) => classicAgent(account.id, agent))
  })
}
