import { createDemo } from '#server/demo/workspace.ts'
import { readConfig } from '#server/config.ts'
import { withRuntime } from '#server/commands.ts'
const r = await withRuntime(readConfig(process.env), async (runtime) => {
  const t = performance.now()
  const d = await createDemo(runtime)
  console.log('demo', Math.round(performance.now() - t))
  const q = runtime.database.sql
  for (const x of await q`select (select count(*) from contacts) contacts, (select count(*) from conversations) conv, (select count(*) from messages) msgs, (select count(*) from leads) leads, (select count(*) from opportunities) opps, (select count(*) from activities where due_at is not null) acts, (select count(*) from properties) props, (select count(*) from csat_surveys) asked, (select count(rating) from csat_surveys) rated, (select count(*) from sla_breaches) breaches, (select count(*) from deliveries) deliveries, (select count(*) from events) events`) console.log(x)
  console.log(await q`select p.name, s.name stage, count(o.id)::int n, coalesce(sum(case when o.last_activity_at < now() - make_interval(days => s.rotting_days) then 1 end),0)::int rotting from stages s join pipelines p on p.id=s.pipeline_id left join opportunities o on o.stage_id=s.id where p.kind='opportunities' group by p.id,p.name,s.id,s.name,s."order" order by p.id, s."order"`)
  console.log(await q`select s.name stage, count(o.id)::int n, coalesce(sum(case when o.last_activity_at < now() - make_interval(days => s.rotting_days) then 1 end),0)::int rotting, coalesce(sum(case when owner_id is null then 1 end),0)::int unassigned from stages s join pipelines p on p.id=s.pipeline_id left join leads o on o.stage_id=s.id where p.kind='leads' group by s.id,s.name,s."order" order by s."order"`)
  console.log(await q`select status, currency, count(*)::int, sum(amount)::float8 from opportunities group by 1,2`)
  console.log(await q`select status, count(*)::int from leads group by 1`)
  console.log(await q`select utm_source, utm_medium, utm_origin, count(*)::int from leads group by 1,2,3 order by 4 desc`)
  console.log(await q`select availability, operation, count(*)::int from properties group by 1,2`)
  console.log(await q`select kind, count(*)::int from sla_breaches group by 1`)
  console.log(await q`select lost_reason, count(*)::int from opportunities where status='lost' group by 1`)
  console.log(await q`select name, status, started_at, finished_at, (select count(*)::int from campaign_recipients r where r.campaign_id=c.id) n, (select count(*)::int from campaign_recipients r where r.campaign_id=c.id and status='replied') rep from campaigns c`)
  console.log(await q`select sum((completed_at is not null)::int) done, sum((completed_at is null and due_at < date_trunc('day', now() at time zone 'America/Bogota') at time zone 'America/Bogota')::int) overdue, sum((completed_at is null and (due_at at time zone 'America/Bogota')::date = (now() at time zone 'America/Bogota')::date)::int) today, min(created_at - due_at) from activities where due_at is not null`)
  console.log(await q`select code, name, description, address, list_price::float8, currency from properties order by id limit 4`)
  console.log(await q`select status, count(*)::int from conversations group by 1`)
  console.log(await q`select rating, count(*)::int from csat_surveys group by 1`)
  return d
})
