import type { Routes } from '#doors/classic/route.ts'

/** There are no webhooks yet, and clients that look for theirs are told so. */
export function openWebhooks(routes: Routes): void {
  routes('GET', '/webhooks', async () => ({ payload: { webhooks: [] } }))
}
