import type { z } from 'zod'
import type { Account } from '#contract/records/access.ts'
import type { Author } from '#contract/records/author.ts'
import type { EventName, Payload } from '#contract/events.ts'
import type { Module } from '#contract/modules.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Signal } from '#contract/signals.ts'
import type { Sql } from '#db/sql.ts'
import type { Channels } from '#kernel/connector.ts'
import type { Embedder } from '#kernel/embedder.ts'
import type { Model } from '#kernel/model.ts'
import type { FetchPage } from '#kernel/runtime.ts'

/** The caller: a person, key, rule or visitor acting in one workspace, with its permissions. */
export type Actor = Author & {
  account: Account
  /** The person behind the call: the user, or the one a key acts for. */
  user_id: string | null
  visibility: 'all' | 'team' | 'own'
  permissions: ReadonlySet<Permission>
  /** Set for visitors of a site or a channel. */
  visitor?: Visitor
  /** The id of the session, for people signed in to the app. */
  session?: string
}

/** A visitor's identity in an inbox, as stored in their token. */
export type Visitor = { inbox_id: string; source_id: string; verified: boolean }

/** Everything an operation works with: its transaction, the caller, the time, and a way to emit events. */
export type Context = {
  /** Name of the running operation. */
  operation: string
  sql: Sql
  actor: Actor
  now: Date
  base_url: string
  secret: Buffer
  /** Time in which a person can undo a change. */
  undoSeconds: number
  /** The reason an outside address will not be called, or undefined when it is fine. */
  checkUrl(url: string): string | undefined
  /** Reads an outside address. Only `prepare` and operations without a transaction may call it. */
  fetchPage?: FetchPage | undefined
  /** The operator's embedding service, if any. It may be remote, so only reads may use it. */
  embedder?: Embedder | undefined
  /** The language model, if configured. Only operations without a transaction may call it. */
  model?: Model | undefined
  /** Providers of channels. Only `prepare`, `finish` and operations without a transaction may call them. */
  channels?: Channels | undefined
  /**
   * Records an event; it is stored with its deliveries when the transaction commits. One that `undoes` a change reaches
   * no subscriber that waits for the time to undo. Its author is the caller, unless named.
   */
  emit<N extends EventName>(name: N, payload: Payload<N>, options?: { undoes?: boolean; author?: Author }): void
  /** Sends a signal to connected clients after the commit; it is stored nowhere. */
  signal(signal: Signal): void
}

/** Origin and options of one call, set by its door. */
export type Call = {
  request_id: string
  ip?: string
  user_agent?: string
  /** Wraps the operation inside its transaction: idempotency keys and preconditions. */
  wrap?: (ctx: Context, run: () => Promise<unknown>) => Promise<unknown>
  isolation?: 'repeatable read'
  /** Takes a change back. */
  undoes?: true
  /** Adds the total of a list and the note of the operation. */
  forAgent?: true
  /** The time of the call, if not now: the demo workspace is given a past. */
  now?: Date
}

/** One capability of the product, described once: every door is a projection of it. */
export type Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType, P = undefined> = {
  /** One imperative sentence. */
  summary: string
  /** Advice for models and programmers: when to use it, what to call first. */
  description?: string
  rest: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`
  /** `authenticated` is open to every credential of the workspace. */
  permission: Permission | readonly [Permission, ...Permission[]] | 'authenticated'
  /** Permission for the returned records; callers without it get only ids. */
  reader?: Permission
  /** The module it belongs to; refused in workspaces that have it switched off. */
  module?: Module
  input: I
  output: O
  /**
   * False hides it from agents; `without` hides inputs from them, `narrow` offers fewer values of one; `row` lists the fields of its items they are shown;
   * `shorten` makes a long answer fit their context.
   */
  tool?:
    | false
    | {
        without?: readonly string[]
        narrow?: z.ZodRawShape
        row?: readonly string[]
        shorten?(answer: z.output<O>): object
      }
  /** Streams this media type instead of answering JSON. */
  streams?: 'text/csv'
  status?: 201 | 202
  /** Overwrites or removes data. */
  destructive?: true
  /** Takes a change back: subscribers that wait for the time to undo do not receive it, and histories do not list it. */
  undoes?: true
  /** Repeating the call changes nothing more. */
  idempotent?: true
  /** Fields by which a tool recognises that it is called again by mistake: for two minutes it answers with the first record. */
  repeat?: readonly string[]
  /** Runs without a transaction, as reads do: it changes nothing and may call outside services. */
  noTransaction?: true
  /** Whether this read uses the analytics pool, where statements are planned for their values. */
  analytics?: (input: z.output<I>) => boolean
  /** Recorded in the audit log without the fields named; `everywhere` records it in every workspace of the person. */
  audit?: { without: readonly string[]; everywhere?: true }
  /** Maximum size of the body in bytes, if larger than usual. */
  body_limit?: number
  /** The field that may be sent as files in multipart/form-data; it holds a list of upload tokens. */
  files?: string
  /** Runs before the transaction and may call outside services; `run` receives its result. */
  prepare?(ctx: Context, input: z.output<I>): Promise<P>
  run(ctx: Context, input: z.output<I>, ...prepared: P extends undefined ? [] : [P]): Promise<z.input<O>>
  /** Counts what a list finds, up to `most`; tools give the total with every page. */
  count?(ctx: Context, input: z.output<I>, most: number): Promise<number>
  /** A sentence for agents beside the answer: values that exist where a filter found nothing, or what the figures count. */
  note?(ctx: Context, input: z.output<I>, answer: z.output<O>): Promise<string | undefined>
  /** Calls outside services after the commit, as well as it can: nobody waits for it, and a failure is only logged. */
  finish?(ctx: Pick<Context, 'channels'>, prepared: P): Promise<void>
}

export function operation<I extends z.ZodObject, O extends z.ZodType, P = undefined>(
  description: Operation<I, O, P>,
): Operation<I, O, P> {
  return description
}

// oxlint-disable-next-line typescript/no-explicit-any -- a registry holds operations of every shape
export type AnyOperation = Operation<any, any, any>
export type Registry = Readonly<Record<string, AnyOperation>>

/** Inputs of an operation that its tool does not offer. */
export function withheldFields({ tool }: AnyOperation): readonly string[] {
  return (tool && tool.without) || []
}

export function isRead(op: AnyOperation): boolean {
  return op.rest.startsWith('GET ')
}

export function permissionsOf(op: AnyOperation): readonly Permission[] {
  if (op.permission === 'authenticated') return []
  return typeof op.permission === 'string' ? [op.permission] : op.permission
}

/** Splits `POST /contacts/:contact_id/labels` into its parts. */
export function route(op: AnyOperation): { method: string; path: string; params: string[] } {
  const [method, path] = op.rest.split(' ') as [string, string]
  return { method, path, params: [...path.matchAll(/:(\w+)/g)].map((match) => match[1]!) }
}
