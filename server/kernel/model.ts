import type { z } from 'zod'

/** A chat model. It may be remote and may fail; the caller handles that. */
export type Model = {
  /** Its name at the provider. */
  name: string
  converse(request: ModelRequest): Promise<ModelReply>
}

export type ModelRequest = {
  /** The system prompt; never contains text written by a customer. */
  instructions: string
  messages: readonly ModelMessage[]
  temperature?: number | undefined
  tools?: Readonly<Record<string, Tool>> | undefined
  /** The conversation ends once this tool has been called. */
  finalTool?: string | undefined
}

export type ModelMessage = { role: 'user' | 'assistant'; content: string }

export type Tool = {
  description: string
  input: z.ZodObject
  run(input: Record<string, unknown>): Promise<unknown>
}

/** The model's final text; empty if it only called tools. */
export type ModelReply = { text: string }
