import type { SaleSort } from '#domains/crm/inputs.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import type { Context } from '#kernel/operation.ts'
import { readPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'
import { groupedOrder, isGrouped, type ListOrder, NOBODY, orderOf } from './list-order.ts'
import { type ListFilters, pipelineFilter } from './list-query.ts'

type Input = ListFilters & { limit?: number | undefined; cursor?: string | undefined; sort?: SaleSort | undefined }

/** The order of a list, from where the last page ended. */
export async function pageQuery(
  ctx: Context,
  of: 'l' | 'o',
  input: Input,
): Promise<{ order: ListOrder; limit: number; sort: SaleSort }> {
  const { after, limit } = readPage(ctx, input)
  const { sort = 'newest' } = input
  if (!isGrouped(sort)) return { order: orderOf(of, sort, after), limit, sort }
  const kind = sort.endsWith('stage') ? 'stage' : 'owner'
  const groups = kind === 'stage' ? await stages(ctx, input) : await owners(ctx)
  if (sort.startsWith('-')) groups.reverse()
  if (kind === 'owner') groups.push({ id: NOBODY })
  if (after && groups.every(({ id }) => id !== after[2]))
    reject(
      'invalid_cursor',
      `The ${kind} of the last record is gone; ask for the first page without a cursor.`,
      'cursor',
    )
  return { order: groupedOrder(of, kind, groups, after), limit, sort }
}

/** The stages of the filtered pipelines, as on their boards. */
async function stages(ctx: Context, input: Input) {
  const { pipeline_id } = await pipelineFilter(ctx, input)
  return (await pipelines.list(ctx))
    .filter(({ id }) => !pipeline_id || id === pipeline_id)
    .flatMap((pipeline) => pipeline.stages.map(({ id }) => ({ id, pipeline_id: pipeline.id })))
}

/** Everybody who may own a record, by name; people without access may still have some. */
const owners = ({ sql, actor }: Context): Promise<{ id: string }[]> =>
  sql`
    select u.id from memberships m join users u on u.id = m.user_id
     where m.account_id = ${actor.account.id} order by fold(u.name), u.id`
