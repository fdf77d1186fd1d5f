import { channel, deliveryOf, endpoint, webhook } from './records.ts'
import type { Samples } from './tenant.ts'

export const webhooks = {
  create_webhook: async (tenant) => ({
    ...(await endpoint(tenant)),
    kind: 'classic',
    events: ['message_created', 'contact_updated'],
    inbox_id: (await channel(tenant)).id,
  }),
  list_webhook_events: () => ({ type: 'contact.created' }),
  list_webhooks: async (tenant) => {
    await webhook(tenant)
    return { kind: 'standard', limit: 5 }
  },
  get_webhook: async (tenant) => ({ webhook_id: await webhook(tenant) }),
  update_webhook: async (tenant) => ({
    ...(await endpoint(tenant)),
    webhook_id: await webhook(tenant),
    events: ['opportunity.won'],
  }),
  delete_webhook: async (tenant) => ({ webhook_id: await webhook(tenant) }),
  test_webhook: async (tenant) => ({ webhook_id: await webhook(tenant) }),
  rotate_webhook_secret: async (tenant) => ({ webhook_id: await webhook(tenant), overlap_hours: 2 }),
  list_webhook_deliveries: async (tenant) => {
    const { webhook_id } = await deliveryOf(tenant)
    return { webhook_id, status: 'failed', event: 'webhook.test', limit: 5 }
  },
  get_webhook_delivery: (tenant) => deliveryOf(tenant),
  redeliver_webhook: (tenant) => deliveryOf(tenant),
  replay_webhook: async (tenant) => ({
    webhook_id: await webhook(tenant),
    since: '2020-01-01T00:00:00Z',
    until: '2020-01-02T00:00:00Z',
    status: 'all',
  }),
} satisfies Samples
