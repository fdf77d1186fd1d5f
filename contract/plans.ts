import { ai_tools, type AiTool } from '#contract/records/assistant.ts'

/** Limits of each plan. */
export type Limits = { collections: number; documents: number; webhooks: number; ai: AiLimits }

/** Limits of AI agents: tools, messages of context, summary of earlier messages, and passages per answer. */
export type AiLimits = { tools: readonly AiTool[]; messages: number; summary: boolean; top_k: number }

const first: readonly AiTool[] = ['look_up_contact', 'add_label', 'hand_over']

export const plans: Readonly<Record<string, Limits>> = {
  starter: {
    collections: 3,
    documents: 100,
    webhooks: 3,
    ai: { tools: first, messages: 10, summary: false, top_k: 5 },
  },
  growth: {
    collections: 20,
    documents: 2_000,
    webhooks: 10,
    ai: { tools: ai_tools, messages: 30, summary: true, top_k: 10 },
  },
  self_hosted: {
    collections: 100,
    documents: 10_000,
    webhooks: 20,
    ai: { tools: ai_tools, messages: 50, summary: true, top_k: 20 },
  },
}

/** The limits of a plan; an unknown name counts as self-hosted. */
export function limitsOf(plan: string): Limits {
  return plans[plan] ?? plans.self_hosted!
}
