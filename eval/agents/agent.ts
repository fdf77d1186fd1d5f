import assert from 'node:assert/strict'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'

export type Answer = Record<string, unknown>
export type Refusal = { code: string; detail: string }

/** A scripted caller of the agent tools, over HTTP as any client, that counts its calls and the tokens of their answers. */
export type Agent = ReturnType<typeof openAgent>

export function openAgent(url: string, key: string) {
  let [calls, tokens] = [0, 0]

  const send = async (method: string, params: object) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++calls, method, params }),
    })
    return (await response.json()) as { result?: Result; error?: { message: string } }
  }

  /** The text of an answer, as the model reads it. */
  const read = async (name: string, args: object): Promise<{ text: string; isError: boolean }> => {
    const { result, error } = await send('tools/call', { name, arguments: args })
    const text = result ? result.content.map((each) => each.text).join('\n') : error!.message
    tokens += countTokens(text)
    return { text, isError: result?.isError ?? error !== undefined }
  }

  return {
    /** Calls a tool that must succeed. */
    async call<T = Answer>(name: string, args: object = {}): Promise<T> {
      const { text, isError } = await read(name, args)
      assert.ok(!isError, `${name} was refused: ${text}`)
      return JSON.parse(text) as T
    },
    /** Calls a tool wrongly, as models do; the refusal must say how to go on. */
    async refused(name: string, args: object): Promise<Refusal> {
      const { text, isError } = await read(name, args)
      assert.ok(isError, `${name} accepted ${JSON.stringify(args)}`)
      return text.startsWith('{') ? (JSON.parse(text) as Refusal) : { code: 'protocol', detail: text }
    },
    /** Tokens a model pays before its first call. */
    async open(): Promise<{ tools: number; instructions: number }> {
      const info = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'eval', version: '1' } }
      const opened = await send('initialize', info)
      const listed = await send('tools/list', {})
      return {
        tools: countTokens(JSON.stringify(listed.result)),
        instructions: countTokens(opened.result?.instructions ?? ''),
      }
    },
    /** Calls and tokens since the last time. */
    spent() {
      const spent = { calls, tokens }
      ;[calls, tokens] = [0, 0]
      return spent
    },
  }
}

type Result = { content: { text: string }[]; isError?: boolean; instructions?: string }

function countTokens(text: string): number {
  return encode(text).length
}
