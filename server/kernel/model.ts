import type { z } from 'zod'

/** A language model that converses. It may be far away, and may fail: who asks it says what happens then. */
export type Model = {
  /** What it is called where it runs. */
  name: string
  converse(asked: Asked): Promise<Said>
}

export type Asked = {
  /** What it is told to do and to be; nothing a customer wrote. */
  instructions: string
  messages: readonly Line[]
  temperature?: number | undefined
  tools?: Readonly<Record<string, Tool>> | undefined
  /** The tool that has the last word: once it was called, nothing more is asked. */
  last?: string | undefined
}

export type Line = { role: 'user' | 'assistant'; content: string }

export type Tool = {
  description: string
  input: z.ZodObject
  run(input: Record<string, unknown>): Promise<unknown>
}

/** What it said in the end; empty where it only ever called tools. */
export type Said = { text: string }
