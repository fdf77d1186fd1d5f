import { isOpen, reversed, view } from './records.ts'
import type { Samples } from './tenant.ts'

export const views = {
  create_saved_view: (tenant) => ({
    name: `Vista ${tenant.mark}`,
    resource: 'conversations',
    visibility: 'shared',
    filter: isOpen,
    sort: '-priority',
  }),
  delete_saved_view: async (tenant) => ({ saved_view_id: (await view(tenant)).id }),
  get_saved_view: async (tenant) => ({ saved_view_id: (await view(tenant)).id }),
  list_saved_views: async (tenant) => {
    await view(tenant)
    return { resource: 'conversations' }
  },
  reorder_saved_views: async (tenant) => {
    const { items } = await tenant.act('list_saved_views', { resource: 'conversations' })
    for (const { id } of items) await tenant.act('delete_saved_view', { saved_view_id: id })
    return { resource: 'conversations', visibility: 'shared', ...(await reversed(() => view(tenant))) }
  },
  update_saved_view: async (tenant) => ({
    saved_view_id: (await view(tenant)).id,
    name: `Otra vista ${tenant.mark}`,
    visibility: 'private',
    filter: isOpen,
    sort: '-priority',
  }),
} satisfies Samples
