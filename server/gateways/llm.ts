import type { z } from 'zod'

/** A language model behind any endpoint compatible with OpenAI's chat completions. */
export type LlmConfig = { url: string; model: string; api_key: string | undefined }

type Tool = { description: string; input: z.ZodObject; run(input: Record<string, unknown>): Promise<unknown> }

export type LlmRequest = {
  instructions: string
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  temperature?: number | undefined
  tools?: Readonly<Record<string, Tool>> | undefined
  /** The conversation ends once this tool has been called. */
  finalTool?: string | undefined
}

export type Llm = { name: string; converse(request: LlmRequest): Promise<{ text: string }> }

const TIMEOUT = 30_000
/** A model that sends nothing for this long is treated as hung. */
const SILENCE = 15_000
const MAX_STEPS = 8
const RETRIES = 2
const MAX_CHARACTERS = 20_000

/**
 * The configured language model. One answer takes at most eight steps and half a minute in all, fifteen seconds of silence
 * included; temporary failures and rate limits are retried twice.
 */
export function openLlm(
  { url, model, api_key }: LlmConfig,
  { timeout = TIMEOUT, onFailure = () => {} }: { timeout?: number; onFailure?: (error: Error) => void } = {},
): Llm {
  const opened = open({ url, model, api_key })
  // A failure to load matters only when the model is used.
  opened.catch(() => {})
  return {
    name: model,
    converse: async ({ instructions, messages, temperature, tools = {}, finalTool: last = '' }) => {
      const { sdk, languageModel } = await opened
      const stop = new AbortController()
      const abortAfter = (milliseconds: number) =>
        setTimeout(() => stop.abort(new Error(`no answer within ${milliseconds / 1000} seconds`)), milliseconds)
      const late = abortAfter(timeout)
      const silent = abortAfter(Math.min(timeout, SILENCE))
      try {
        const { stream } = sdk.streamText({
          model: languageModel,
          instructions,
          messages: messages.map(({ role, content }) => ({ role, content })),
          ...(temperature !== undefined && { temperature }),
          tools: Object.fromEntries(
            Object.entries(tools).map(([name, { description, input, run }]) => [
              name,
              sdk.tool({ description, inputSchema: input, execute: (given) => run(given) }),
            ]),
          ),
          stopWhen: [sdk.isStepCount(MAX_STEPS), sdk.hasToolCall(last)],
          maxRetries: RETRIES,
          abortSignal: stop.signal,
          telemetry: { isEnabled: false },
          // Errors are thrown below instead of being written to the console.
          onError: () => {},
        })
        return { text: await readReply(stream, stop, () => silent.refresh()) }
      } catch (error) {
        onFailure(error as Error)
        throw error
      } finally {
        clearTimeout(late)
        clearTimeout(silent)
        stop.abort()
      }
    },
  }
}

/** The packages are large, so they are loaded only when a model is configured. */
async function open({ url, model, api_key }: LlmConfig) {
  const [sdk, { createOpenAICompatible }] = await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const provider = createOpenAICompatible({ name: 'llm', baseURL: url, ...(api_key && { apiKey: api_key }) })
  return { sdk, languageModel: provider.chatModel(model) }
}

type Part = {
  type: string
  text?: string
  delta?: string
  error?: unknown
  finishReason?: string
  rawFinishReason?: string | undefined
}

/** The text of the last step. A reply that grows too long is aborted. */
async function readReply(stream: AsyncIterable<Part>, stop: AbortController, onPart: () => void): Promise<string> {
  let text = ''
  let size = 0
  for await (const part of stream) {
    onPart()
    size += (part.text ?? part.delta ?? '').length
    if (size > MAX_CHARACTERS) throw new Error(`the reply exceeds ${MAX_CHARACTERS} characters`)
    if (part.type === 'start-step') text = ''
    if (part.type === 'text-delta') text += part.text
    if (part.type === 'error') throw part.error instanceof Error ? part.error : new Error(String(part.error))
    if (part.type === 'abort') throw stop.signal.reason ?? new Error('stopped')
    if (part.type === 'finish-step' && !isComplete(part)) throw new Error(`it ended with ${part.finishReason}`)
  }
  return removeThinking(text)
}

/** Whether the reply is complete. Providers differ in their reasons; without one the reply was cut off. */
function isComplete({ finishReason = '', rawFinishReason }: Part): boolean {
  return !['content-filter', 'error', 'length'].includes(finishReason) && rawFinishReason !== undefined
}

/** Removes reasoning between <think> tags; the opening tag may be part of the prompt. */
function removeThinking(text: string): string {
  return text
    .replace(/^[^]*<\/think>/, '')
    .replace(/<think>[^]*$/, '')
    .trim()
}
