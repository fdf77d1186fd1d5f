import { collection, inbox, label, talk, team } from './records.ts'
import type { Samples } from './tenant.ts'

export const assistant = {
  get_ai_config: async (tenant) => ({ inbox: (await inbox(tenant)).id }),
  get_ai_prompt: async (tenant) => ({ inbox_id: (await inbox(tenant)).id }),
  set_ai_prompt: async (tenant) => ({ inbox_id: (await inbox(tenant)).id, prompt: `Habla de usted ${tenant.mark}` }),
  suggest_reply: async (tenant) => ({ conversation_id: (await talk(tenant)).id }),
  summarise_conversation: async (tenant) => ({ conversation_id: (await talk(tenant)).id }),
  test_ai_agent: async (tenant) => ({
    inbox_id: (await inbox(tenant)).id,
    message: `¿Qué garantía dan? ${tenant.mark}`,
    history: [{ role: 'agent', content: `Hola ${tenant.mark}` }],
  }),
  update_ai_config: async (tenant) => ({
    inbox: (await inbox(tenant)).id,
    config: {
      temperature: 0.7,
      rag: { collections: [await collection(tenant)] },
      bypass_labels: [(await label(tenant)).id],
      handover: { team: (await team(tenant)).id, message: `Ya viene alguien ${tenant.mark}` },
    },
  }),
} satisfies Samples
