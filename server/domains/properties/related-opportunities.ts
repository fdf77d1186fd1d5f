import type { PropertyDetail } from '#contract/records/property.ts'
import { part } from '#db/sql.ts'
import { visibleTo, appUrl } from '#domains/crm/records/columns.ts'
import type { Context } from '#kernel/operation.ts'

const MAX_OPPORTUNITIES = 50

type RelatedOpportunity = PropertyDetail['opportunities'][number]

/** Visible opportunities that include a property, newest first. */
export function listIncluding(ctx: Context, property_id: string): Promise<RelatedOpportunity[]> {
  const { sql, actor } = ctx
  return sql<RelatedOpportunity>`
    select o.id, o.name, o.status, jsonb_build_object('id', l.id::text, 'name', l.name) as pipeline,
           jsonb_build_object('id', s.id::text, 'name', s.name) as stage,
           case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as owner,
           i.quantity, i.price, i.currency, ${appUrl(ctx, 'opportunities', part`o.id`)} as url
      from (select i.opportunity_id, sum(i.quantity) as quantity,
                   (array_agg(i.price order by i.id desc))[1] as price, (array_agg(i.currency order by i.id desc))[1] as currency
              from crm_items i
             where i.account_id = ${actor.account.id} and i.property_id = ${property_id} and i.opportunity_id is not null
             group by i.opportunity_id) i
      join opportunities o on o.account_id = ${actor.account.id} and o.id = i.opportunity_id ${visibleTo(ctx, part`o`)}
      join pipelines l on l.account_id = o.account_id and l.id = o.pipeline_id
      join stages s on s.account_id = o.account_id and s.id = o.stage_id
      left join users u on u.id = o.owner_id
     order by o.created_at desc, o.id desc limit ${MAX_OPPORTUNITIES}`
}
