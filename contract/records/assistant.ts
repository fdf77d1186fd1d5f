import { z } from 'zod'
import { id, line, text, timestamp } from '#contract/scalars.ts'

/** Tools of the AI agent; they act only for the customer of the conversation. */
export const ai_tools = [
  'look_up_contact',
  'create_lead',
  'schedule_activity',
  'search_properties',
  'add_label',
  'hand_over',
] as const
export type AiTool = (typeof ai_tools)[number]

const memory = { messages: z.int().min(1).max(50), summary: z.boolean() }

const rag = {
  top_k: z.int().min(1).max(20),
  threshold: z.number().min(0).max(1).nullable(),
  collections: z.array(line).max(100),
}

const handover = {
  on_request: z.boolean(),
  on_low_confidence: z.boolean(),
  after_messages: z.int().min(1).max(100).nullable(),
  team: line.nullable(),
  message: text.max(1000).nullable(),
}

const settings = {
  enabled: z.boolean(),
  temperature: z.number().min(0).max(2),
  rag_enabled: z.boolean(),
  enabled_tools: z.array(z.enum(ai_tools)).max(20),
  bypass_labels: z.array(line).max(50),
}

/** Only fields that are sent change. They are described in AiConfig only, to keep the tool short for models. */
export const AiConfigChanges = z
  .strictObject({
    ...settings,
    memory: z.strictObject(memory).partial(),
    rag: z.strictObject(rag).partial(),
    handover: z.strictObject(handover).partial(),
  })
  .partial()
export type AiConfigChanges = z.output<typeof AiConfigChanges>

/** Settings of the AI agent of an inbox, without its prompt. */
export const AiConfig = z
  .object({
    inbox: z.object({ id, name: z.string() }),
    enabled: settings.enabled.describe('Answers first; same as ai_agent_enabled of the inbox'),
    temperature: settings.temperature.describe('Sampling temperature, 0 to 2'),
    memory: z.object({
      messages: memory.messages.describe('Number of messages of the conversation it reads'),
      summary: memory.summary.describe('Keeps a summary of earlier messages'),
    }),
    rag_enabled: settings.rag_enabled.describe('Answers from the knowledge base'),
    rag: z.object({
      top_k: rag.top_k.describe('Number of passages it receives'),
      threshold: rag.threshold.describe('Minimum similarity of a passage; null: no minimum'),
      collections: rag.collections.describe('Names of the collections it uses; empty means all'),
    }),
    enabled_tools: settings.enabled_tools.describe('Tools it may use for the customer'),
    bypass_labels: settings.bypass_labels.describe(
      'Does not answer contacts or conversations with one of these labels',
    ),
    handover: z.object({
      on_request: handover.on_request.describe('Hand over when the customer asks for a person'),
      on_low_confidence: handover.on_low_confidence.describe('Hand over when it has no answer'),
      after_messages: handover.after_messages.describe('Hand over after this many answers; null: never'),
      team: handover.team.describe('Team that receives the conversation; null: none'),
      message: handover.message.describe('Message to the customer at handover, with variables; null: the default text'),
    }),
    updated_at: timestamp.nullable().describe('Last change; null if never changed'),
  })
  .meta({ id: 'AiConfig' })
export type AiConfig = z.output<typeof AiConfig>

/** A setting that the plan does not allow. */
export const AiAdjustment = z.object({
  key: z.string().describe('For example enabled_tools or rag.top_k'),
  from: z.json(),
  to: z.json(),
  reason: z.string(),
})
export type AiAdjustment = z.output<typeof AiAdjustment>

export const AiPrompt = z
  .object({
    inbox: z.object({ id, name: z.string() }),
    prompt: z.string().nullable().describe('Instructions of the business for its AI agent'),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'AiPrompt' })

/** A passage of the knowledge base that an answer used. */
export const AiSource = z
  .object({ document_id: id, title: z.string(), source_url: z.string().nullable(), score: z.number() })
  .meta({ id: 'AiSource' })
export type AiSource = z.output<typeof AiSource>

export const handover_reasons = [
  'requested',
  'cannot_answer',
  'enough',
  'failed',
  'bypassed',
  'health',
  'legal',
  'complaint',
  'urgent',
  'language',
] as const
export type HandoverReason = (typeof handover_reasons)[number]

/** A trial answer of the AI agent. */
export const AiTrial = z
  .object({
    reply: z.string().nullable().describe('Its answer; null if it would only hand over'),
    handed_over: z.enum(handover_reasons).nullable().describe('Reason for handing over; null if it would not'),
    tool_calls: z.array(z.object({ tool: z.string(), input: z.record(z.string(), z.json()) })),
    sources: z.array(AiSource),
    model: z.string().nullable().describe('null: no model is configured; it answers from the knowledge base only'),
  })
  .meta({ id: 'AiTrial' })
export type AiTrial = z.output<typeof AiTrial>
