import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AgentTool } from '#doors/mcp/tools.ts'
import { fold } from '#kernel/filters/reference.ts'
import { once, type Replay } from '#kernel/idempotency.ts'
import { type Call, isRead } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The name of the idempotency key in the _meta of a call; the header of the same name counts as well. */
const KEY = 'idempotency-key'

/** Milliseconds in which the same record is not created twice. */
const WINDOW = 120_000

export type Repeat = { wrap?: Call['wrap']; answer(): Record<string, unknown> | undefined }

/**
 * Recognises a call that is repeated: by its idempotency key within a day, or, for tools that create a record without a
 * unique name, by the fields that make it the same within two minutes. The first answer is given again.
 */
export function guardRepeat(tool: AgentTool, input: unknown, key: string | undefined): Repeat {
  let replay: Replay | undefined
  const onReplay = (known: Replay) => (replay = known)
  const request = `tools/call ${tool.name}`
  const { status = 200, repeat } = tool.op
  const answer = () => {
    if (!replay) return undefined
    const first = JSON.parse(replay.body) as Record<string, unknown>
    return key === undefined ? { ...first, note: describe(tool, first) } : first
  }
  if (isRead(tool.op)) return { answer }
  if (key !== undefined) return { wrap: once({ key, request, input, status, onReplay }), answer }
  const same = repeat && toNaturalKey(repeat, input)
  if (!same) return { answer }
  return { wrap: once({ key: same, request, input: same, status, lifetime: WINDOW, onReplay }), answer }
}

/** The idempotency key of a call, from its _meta or from the header of its request. */
export function readIdempotencyKey({ headers, body }: FastifyRequest, meta: unknown): string | undefined {
  const given = (meta as Record<string, unknown> | undefined)?.[KEY] ?? (Array.isArray(body) ? undefined : headers[KEY])
  if (given === undefined) return undefined
  const key = /^"?([\x21\x23-\x7e]{1,255})"?$/.exec(String(given))?.[1]
  return key ?? reject('invalid_request', 'The idempotency key must be 1 to 255 visible characters; send another one.')
}

function toNaturalKey(fields: readonly string[], input: unknown): string {
  const values = fields.map((field) => {
    const value = (input as Record<string, unknown> | null)?.[field]
    return typeof value === 'string' ? fold(value) : (value ?? null)
  })
  return `same:${createHash('sha256').update(JSON.stringify(values)).digest('base64url')}`
}

function describe({ op }: AgentTool, { id }: Record<string, unknown>): string {
  const fields = (op.repeat ?? []).join(', ')
  return (
    `Nothing was created: the same call made this record${id ? ` (id ${String(id)})` : ''} less than two minutes ago. ` +
    `Use it, or change one of ${fields} to create another.`
  )
}
