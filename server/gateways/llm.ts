import type { z } from 'zod'

/** Where a language model is asked: any endpoint that speaks the language of OpenAI's chat completions. */
export type LlmConfig = { url: string; model: string; api_key: string | undefined }

type Tool = { description: string; input: z.ZodObject; run(input: Record<string, unknown>): Promise<unknown> }

export type Asked = {
  instructions: string
  messages: readonly { role: 'user' | 'assistant'; content: string }[]
  temperature?: number | undefined
  tools?: Readonly<Record<string, Tool>> | undefined
  /** The tool that has the last word. */
  last?: string | undefined
}

export type Llm = { name: string; converse(asked: Asked): Promise<{ text: string }> }

const PATIENCE = 30_000
const MOST_STEPS = 8
const RETRIES = 2
const LONGEST = 20_000

/**
 * The language model the operator named. Whatever it does, it is asked at most eight times for an answer, and no longer
 * than half a minute in all; what fails for the moment, or is too much for it, is asked twice more.
 */
export function openLlm(
  { url, model, api_key }: LlmConfig,
  { patience = PATIENCE, onFailure = () => {} }: { patience?: number; onFailure?: (error: Error) => void } = {},
): Llm {
  const opened = open({ url, model, api_key })
  // Who never asks need not hear that it cannot be opened.
  opened.catch(() => {})
  return {
    name: model,
    converse: async ({ instructions, messages, temperature, tools = {}, last = '' }) => {
      const { sdk, languageModel } = await opened
      const stop = new AbortController()
      const late = setTimeout(() => stop.abort(new Error(`no answer within ${patience / 1000} seconds`)), patience)
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
          stopWhen: [sdk.isStepCount(MOST_STEPS), sdk.hasToolCall(last)],
          maxRetries: RETRIES,
          abortSignal: stop.signal,
          telemetry: { isEnabled: false },
          // What goes wrong is thrown below, and not written to the console.
          onError: () => {},
        })
        return { text: await heard(stream, stop) }
      } catch (error) {
        onFailure(error as Error)
        throw error
      } finally {
        clearTimeout(late)
        stop.abort()
      }
    },
  }
}

/** The packages are large, and are read only where a model is named. */
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

/** What was said in the last step. One who does not stop talking is not listened to any longer. */
async function heard(stream: AsyncIterable<Part>, stop: AbortController): Promise<string> {
  let text = ''
  let size = 0
  for await (const part of stream) {
    size += (part.text ?? part.delta ?? '').length
    if (size > LONGEST) throw new Error(`an answer of more than ${LONGEST} characters`)
    if (part.type === 'start-step') text = ''
    if (part.type === 'text-delta') text += part.text
    if (part.type === 'error') throw part.error instanceof Error ? part.error : new Error(String(part.error))
    if (part.type === 'abort') throw stop.signal.reason ?? new Error('stopped')
    if (part.type === 'finish-step' && !isWhole(part)) throw new Error(`it ended with ${part.finishReason}`)
  }
  return withoutThoughts(text)
}

/** Whether it said all it wanted to. Some say so in words of their own; who says nothing was cut off. */
function isWhole({ finishReason = '', rawFinishReason }: Part): boolean {
  return !['content-filter', 'error', 'length'].includes(finishReason) && rawFinishReason !== undefined
}

/** Some think aloud before they speak, between marks, of which the first may already stand in what they were asked. */
function withoutThoughts(text: string): string {
  return text
    .replace(/^[^]*<\/think>/, '')
    .replace(/<think>[^]*$/, '')
    .trim()
}
