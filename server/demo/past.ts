import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Author } from '#contract/records/author.ts'
import { actAs } from '#kernel/act.ts'
import { invoke, within } from '#kernel/invoke.ts'
import type { Actor, Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { type Registry, registry } from '#registry'

export const MINUTE = 60_000
export const HOUR = 3_600_000
export const DAY = 86_400_000

/** Does what people do, at the moment they are said to have done it; as the administrator, unless it is said by whom. */
export type Act = <N extends keyof Registry>(
  name: N,
  input: z.input<Registry[N]['input']>,
  at: number,
  as?: Partial<Actor>,
) => Promise<z.output<Registry[N]['output']>>

/** Everything the demo is told with: hands, who there is, and when it is told. */
export type Past = {
  runtime: Runtime
  act: Act
  /** What the product does by itself, at that moment. */
  happen<T>(name: string, as: Author, at: number, run: (ctx: Context) => Promise<T>): Promise<T>
  agents: readonly Actor[]
  account_id: string
  time_zone: string
  now: number
}

export function openPast(runtime: Runtime, agents: readonly Actor[]): Past {
  const [administrator] = agents
  const { id: account_id, time_zone } = administrator!.account
  return {
    runtime,
    agents,
    account_id,
    time_zone,
    now: Date.now(),
    act: <N extends keyof Registry>(name: N, input: object, at: number, as: Partial<Actor> = {}) => {
      const call = { request_id: 'demo', now: new Date(at) }
      return invoke(runtime, [name, registry[name]], { ...administrator!, ...as }, input, call) as Promise<
        z.output<Registry[N]['output']>
      >
    },
    happen: async (name, as, at, run) => {
      const actor = await actAs(runtime.database.sql, account_id, as)
      return within(runtime, name, actor, { request_id: randomUUID(), now: new Date(at) }, run)
    },
  }
}

const AT_ONCE = 4

/** Takes them in turn, several at once; answers what came of each. */
export async function together<T, R>(items: readonly T[], each: (item: T, i: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const work = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await each(items[i]!, i)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}
