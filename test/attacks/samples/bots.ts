import { bot, inbox } from './records.ts'
import type { Samples } from './tenant.ts'

export const bots = {
  create_agent_bot: ({ mark }) => ({ name: `Bot ${mark}`, description: 'Responde', url: 'https://example.com/bot' }),
  delete_agent_bot: async (tenant) => ({ agent_bot_id: await bot(tenant) }),
  get_agent_bot: async (tenant) => ({ agent_bot_id: await bot(tenant) }),
  list_agent_bots: () => ({}),
  rotate_agent_bot_token: async (tenant) => ({ agent_bot_id: await bot(tenant) }),
  set_inbox_agent_bot: async (tenant) => ({ inbox_id: (await inbox(tenant)).id, agent_bot_id: await bot(tenant) }),
  update_agent_bot: async (tenant) => ({
    agent_bot_id: await bot(tenant),
    name: `Otro ${tenant.mark}`,
    description: null,
    url: 'https://example.com/otro',
  }),
} satisfies Samples
