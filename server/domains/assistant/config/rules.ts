import type { AiAdjustment, AiTool } from '#contract/records/assistant.ts'
import { limitsOf } from '#contract/plans.ts'

/** Stored settings of an AI agent; related records by id, so that renaming them breaks nothing. */
export type Settings = {
  temperature: number
  memory: { messages: number; summary: boolean }
  rag_enabled: boolean
  rag: { top_k: number; threshold: number | null; collection_ids: string[] }
  enabled_tools: AiTool[]
  bypass_label_ids: string[]
  handover: {
    on_request: boolean
    on_low_confidence: boolean
    after_messages: number | null
    team_id: string | null
    message: string | null
  }
}

export const defaults: Settings = {
  temperature: 0.3,
  memory: { messages: 10, summary: false },
  rag_enabled: true,
  rag: { top_k: 5, threshold: null, collection_ids: [] },
  enabled_tools: ['look_up_contact', 'hand_over'],
  bypass_label_ids: [],
  handover: { on_request: true, on_low_confidence: true, after_messages: null, team_id: null, message: null },
}

type Changes<T> = {
  [K in keyof T]?: (T[K] extends readonly unknown[] | null ? T[K] : T[K] | Changes<T[K]>) | undefined
}

/** The settings after a partial change, also within memory, rag and handover. */
export function revise(before: Settings, changes: Changes<Settings>): Settings {
  const { memory, rag, handover, ...plain } = changes
  return {
    ...before,
    ...definedOnly(plain),
    memory: { ...before.memory, ...definedOnly(memory) },
    rag: { ...before.rag, ...definedOnly(rag) },
    handover: { ...before.handover, ...definedOnly(handover) },
  } as Settings
}

function definedOnly(changes: object = {}): object {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** Stored settings completed with the defaults. */
export function complete(kept: Partial<Settings>): Settings {
  return revise(defaults, kept)
}

/** The settings without deleted collections. If all chosen ones are gone, search is off instead of using all collections. */
export function withCollections(settings: Settings, present: readonly { id: string }[]): Settings {
  const { rag, rag_enabled } = settings
  const collection_ids = rag.collection_ids.filter((id) => present.some((each) => each.id === id))
  const lost = collection_ids.length === 0 && rag.collection_ids.length > 0
  return { ...settings, rag_enabled: rag_enabled && !lost, rag: { ...rag, collection_ids } }
}

/** The settings reduced to the limits of the plan, and the adjustments made. */
export function sanitize(wanted: Settings, plan: string): { settings: Settings; adjusted: AiAdjustment[] } {
  const { ai } = limitsOf(plan)
  const adjusted: AiAdjustment[] = []
  const most = (key: string, from: number, limit: number): number => {
    if (from > limit) adjusted.push({ key, from, to: limit, reason: `The plan ${plan} allows ${limit} at most.` })
    return Math.min(from, limit)
  }
  const tools = wanted.enabled_tools.filter((tool) => ai.tools.includes(tool))
  if (tools.length < wanted.enabled_tools.length) {
    const reason = `The plan ${plan} has these tools: ${ai.tools.join(', ')}.`
    adjusted.push({ key: 'enabled_tools', from: wanted.enabled_tools, to: tools, reason })
  }
  const summary = wanted.memory.summary && ai.summary
  if (summary !== wanted.memory.summary)
    adjusted.push({ key: 'memory.summary', from: true, to: false, reason: `The plan ${plan} keeps no summaries.` })
  const settings = {
    ...wanted,
    enabled_tools: tools,
    memory: { messages: most('memory.messages', wanted.memory.messages, ai.messages), summary },
    rag: { ...wanted.rag, top_k: most('rag.top_k', wanted.rag.top_k, ai.top_k) },
  }
  return { settings, adjusted }
}
