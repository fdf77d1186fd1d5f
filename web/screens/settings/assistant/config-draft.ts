import type { AiConfig, AiConfigChanges } from '#contract/records/assistant.ts'

/** The settings being edited; numbers are the texts of their fields. */
export type ConfigDraft = {
  temperature: string
  messages: string
  summary: boolean
  rag_enabled: boolean
  top_k: string
  threshold: string
  collections: string[]
  enabled_tools: AiConfig['enabled_tools']
  bypass_labels: string[]
  on_request: boolean
  on_low_confidence: boolean
  after_messages: string
  team: string
  message: string
}

export function readConfig({ temperature, memory, rag_enabled, rag, handover, ...rest }: AiConfig): ConfigDraft {
  return {
    temperature: String(temperature),
    messages: String(memory.messages),
    summary: memory.summary,
    rag_enabled,
    top_k: String(rag.top_k),
    threshold: text(rag.threshold),
    collections: rag.collections,
    enabled_tools: rest.enabled_tools,
    bypass_labels: rest.bypass_labels,
    on_request: handover.on_request,
    on_low_confidence: handover.on_low_confidence,
    after_messages: text(handover.after_messages),
    team: handover.team ?? '',
    message: handover.message ?? '',
  }
}

/** The input for the server, which validates it and applies the plan's limits. */
export function asChanges(draft: ConfigDraft): AiConfigChanges {
  const { rag_enabled, enabled_tools, bypass_labels, on_request, on_low_confidence } = draft
  return {
    temperature: number(draft.temperature) ?? NaN,
    memory: { messages: number(draft.messages) ?? NaN, summary: draft.summary },
    rag_enabled,
    rag: {
      top_k: number(draft.top_k) ?? NaN,
      threshold: number(draft.threshold),
      collections: draft.collections,
    },
    enabled_tools,
    bypass_labels,
    handover: {
      on_request,
      on_low_confidence,
      after_messages: number(draft.after_messages),
      team: draft.team || null,
      message: draft.message.trim() || null,
    },
  }
}

const text = (value: number | null) => (value === null ? '' : String(value))

/** Parses a number, also with a decimal comma; undefined if empty. */
const number = (written: string) => (written.trim() === '' ? null : Number(written.trim().replace(',', '.')))
