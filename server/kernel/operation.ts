import type { z } from 'zod'
import type { Account } from '#contract/records/access.ts'
import type { Author } from '#contract/records/author.ts'
import type { EventName, Payload } from '#contract/events.ts'
import type { Module } from '#contract/modules.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Signal } from '#contract/signals.ts'
import type { Sql } from '#db/sql.ts'
import type { Embedder } from '#kernel/embedder.ts'
import type { Model } from '#kernel/model.ts'

/** Who acts, for which workspace, and what they may do. */
export type Actor = Author & {
  account: Account
  /** The person behind the call: the user, or the one a key acts for. */
  user_id: string | null
  visibility: 'all' | 'team' | 'own'
  permissions: ReadonlySet<Permission>
  /** Where they come from, when they are a visitor of a site or of a channel. */
  visitor?: Visitor
  /** The id of their session, when they are signed in themselves. */
  session?: string
}

/** Who a caller is in an inbox: the one thing a visitor's token says. */
export type Visitor = { inbox_id: string; source_id: string; verified: boolean }

/** What an operation is handed: the one open transaction, who acts, when, and how to say what happened. */
export type Context = {
  /** Which operation runs. */
  operation: string
  sql: Sql
  actor: Actor
  now: Date
  base_url: string
  secret: Buffer
  /** Why an address somebody wrote down will not be called, or undefined where nothing speaks against it. */
  checkUrl(url: string): string | undefined
  /** What makes vectors of texts, where it is not the one that is built in. Only reads may ask it: it may be far away. */
  embedder?: Embedder | undefined
  /** The language model, where the operator named one. Only what runs without a transaction may ask it. */
  model?: Model | undefined
  /** Records what happened; it is written, with its deliveries, when the transaction commits. */
  emit<N extends EventName>(name: N, payload: Payload<N>): void
  /** Says something that matters only now, to whoever is listening, once the transaction has committed. */
  signal(signal: Signal): void
}

/** How a call came, and what its door wants of it. */
export type Call = {
  request_id: string
  ip?: string
  user_agent?: string
  /** Runs around the operation, inside its transaction: idempotency keys and preconditions. */
  around?: (ctx: Context, run: () => Promise<unknown>) => Promise<unknown>
  isolation?: 'repeatable read'
  /** When it happens, where that is not now: the demo workspace has a past. */
  now?: Date
}

/** One thing the product can do, described once: every door is a projection of this. */
export type Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = {
  /** One sentence: what it does. */
  summary: string
  /** What a model or a programmer should know besides: when to use it, what to call first. */
  description?: string
  rest: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`
  /** `authenticated` is open to whoever holds a credential of the workspace. */
  permission: Permission | readonly [Permission, ...Permission[]] | 'authenticated'
  /** The module it belongs to: where a workspace has it switched off, the operation refuses. */
  module?: Module
  input: I
  output: O
  /** False keeps it from agents; `without` keeps some of its fields from them. */
  tool?: false | { without: readonly string[] }
  /** The answer is this media type, streamed, instead of JSON. */
  streams?: 'text/csv'
  status?: 201 | 202
  /** Overwrites or removes what was there. */
  destructive?: true
  /** Doing it twice is doing it once. */
  idempotent?: true
  /** Changes nothing, and may wait for the world outside: it runs without a transaction, as reads do. */
  apart?: true
  /** Whether this read is planned for its values, on the connections for search and reports. */
  analysis?: (input: z.output<I>) => boolean
  /** Kept in the audit log, with its input but for the fields named; `everywhere`: of every workspace the person belongs to. */
  audit?: { without: readonly string[]; everywhere?: true }
  /** Bytes of body it accepts, when more than usual. */
  body_limit?: number
  /** The field that may come as uploaded files, by multipart/form-data: a list of the tokens of uploads. */
  files?: string
  run(ctx: Context, input: z.output<I>): Promise<z.input<O>>
}

export function operation<I extends z.ZodObject, O extends z.ZodType>(description: Operation<I, O>): Operation<I, O> {
  return description
}

// oxlint-disable-next-line typescript/no-explicit-any -- a registry holds operations of every shape
export type AnyOperation = Operation<any, any>
export type Registry = Readonly<Record<string, AnyOperation>>

export function isRead(op: AnyOperation): boolean {
  return op.rest.startsWith('GET ')
}

export function permissionsOf(op: AnyOperation): readonly Permission[] {
  if (op.permission === 'authenticated') return []
  return typeof op.permission === 'string' ? [op.permission] : op.permission
}

/** `POST /contacts/:contact_id/labels` in its pieces. */
export function route(op: AnyOperation): { method: string; path: string; params: string[] } {
  const [method, path] = op.rest.split(' ') as [string, string]
  return { method, path, params: [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!) }
}
