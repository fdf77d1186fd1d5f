import { z } from 'zod'
import { id, line, text, timestamp } from '#contract/scalars.ts'

/** What the AI agent may do for the customer it speaks with, and for nobody else. */
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

/** Only what is sent changes. What each key means is said where they are read: a model is to read the tool for little. */
export const AiConfigChanges = z
  .strictObject({
    ...settings,
    memory: z.strictObject(memory).partial(),
    rag: z.strictObject(rag).partial(),
    handover: z.strictObject(handover).partial(),
  })
  .partial()
export type AiConfigChanges = z.output<typeof AiConfigChanges>

/** How the AI agent of an inbox behaves. What the business tells it, its prompt, is not among it. */
export const AiConfig = z
  .object({
    inbox: z.object({ id, name: z.string() }),
    enabled: settings.enabled.describe('It answers first. The same switch as ai_agent_enabled of the inbox'),
    temperature: settings.temperature.describe('How freely it words its answers, 0 to 2'),
    memory: z.object({
      messages: memory.messages.describe('How many messages of the conversation it reads'),
      summary: memory.summary.describe('Whether it keeps a summary of what was said before them'),
    }),
    rag_enabled: settings.rag_enabled.describe('It answers from the knowledge base'),
    rag: z.object({
      top_k: rag.top_k.describe('How many pieces of documents it is given'),
      threshold: rag.threshold.describe('How near in meaning a piece must be; null: the usual of the embedding model'),
      collections: rag.collections.describe('Collections it answers from, by name; empty means all'),
    }),
    enabled_tools: settings.enabled_tools.describe('What it may do for the customer'),
    bypass_labels: settings.bypass_labels.describe(
      'It leaves to people whose contact or conversation has one of these labels',
    ),
    handover: z.object({
      on_request: handover.on_request.describe('Hands over when the customer asks for a person'),
      on_low_confidence: handover.on_low_confidence.describe('Hands over what it has no answer to'),
      after_messages: handover.after_messages.describe('Hands over instead of answering more often; null: never'),
      team: handover.team.describe('Team that gets the conversation; null: none'),
      message: handover.message.describe('What the customer is told then, variables filled in; null: our words'),
    }),
    updated_at: timestamp.nullable().describe('When it was last changed; null where nothing ever was'),
  })
  .meta({ id: 'AiConfig' })
export type AiConfig = z.output<typeof AiConfig>

/** What the plan did not allow. */
export const AiAdjustment = z.object({
  key: z.string().describe('Such as enabled_tools or rag.top_k'),
  from: z.json(),
  to: z.json(),
  reason: z.string(),
})
export type AiAdjustment = z.output<typeof AiAdjustment>

export const AiPrompt = z
  .object({
    inbox: z.object({ id, name: z.string() }),
    prompt: z.string().nullable().describe('What the business tells its AI agent'),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'AiPrompt' })

/** A piece of the knowledge base an answer was made with. */
export const AiSource = z
  .object({ document_id: id, title: z.string(), source_url: z.string().nullable(), score: z.number() })
  .meta({ id: 'AiSource' })
export type AiSource = z.output<typeof AiSource>

export const handover_reasons = ['requested', 'cannot_answer', 'enough', 'failed', 'bypassed'] as const
export type HandoverReason = (typeof handover_reasons)[number]

/** What the AI agent would say. */
export const AiTrial = z
  .object({
    reply: z.string().nullable().describe('What it would say; null where it would only hand over'),
    handed_over: z.enum(handover_reasons).nullable().describe('Why it would hand over; null where it would not'),
    tool_calls: z.array(z.object({ tool: z.string(), input: z.record(z.string(), z.json()) })),
    sources: z.array(AiSource),
    model: z.string().nullable().describe('null: none is set up, and it answers from the knowledge base alone'),
  })
  .meta({ id: 'AiTrial' })
export type AiTrial = z.output<typeof AiTrial>
