import { campaign, campaignId } from './records.ts'
import type { Samples } from './tenant.ts'

export const campaigns = {
  count_audience: async (tenant) => {
    const { inbox, audience } = await campaign(tenant)
    return { inbox, audience }
  },
  create_campaign: async (tenant) => ({ ...(await campaign(tenant)), scheduled_at: '2099-01-31T14:00:00Z' }),
  delete_campaign: async (tenant) => ({ campaign_id: await campaignId(tenant) }),
  get_campaign: async (tenant) => ({ campaign_id: await campaignId(tenant) }),
  list_campaign_recipients: async (tenant) => ({ campaign_id: await campaignId(tenant), status: 'queued', limit: 5 }),
  list_campaigns: async (tenant) => {
    await campaignId(tenant)
    return { status: 'scheduled', limit: 5 }
  },
  start_campaign: async (tenant) => ({ campaign_id: await campaignId(tenant) }),
  stop_campaign: async (tenant) => ({ campaign_id: await campaignId(tenant) }),
  update_campaign: async (tenant) => ({
    ...(await campaign(tenant)),
    campaign_id: await campaignId(tenant),
    name: `Otra campaña ${tenant.mark}`,
    scheduled_at: null,
    per_minute: 90,
  }),
} satisfies Samples
