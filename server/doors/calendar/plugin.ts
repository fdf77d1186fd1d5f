import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Activity } from '#contract/records/crm.ts'
import { findCalendarOwner } from '#domains/access/public/calendars.ts'
import { attempt } from '#doors/attempt.ts'
import { toCalendar } from '#doors/calendar/ics.ts'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import { charge } from '#doors/rate-limit.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Calendar services fetch the calendars of many people from one IP address, but each only a few times an hour. */
const CALLS_PER_MINUTE = { ip: 300, calendar: 20 }

type Options = { runtime: Runtime; registry: Registry }

/** A person's planned activities for calendar apps, which cannot send keys: the URL is the secret. */
export async function calendarDoor(app: FastifyInstance, { runtime, registry }: Options): Promise<void> {
  const { database } = runtime
  const list_agenda = ['list_agenda', registry.list_agenda!] as const
  declareRoutes(app, { open: openLimits.calendar })

  app.get('/calendar/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const token = /^(.+)\.ics$/.exec(file)?.[1] ?? ''
    await charge(database, [`calendar:${request.address}`], [CALLS_PER_MINUTE.ip])
    const owner = await attempt(database, () => findCalendarOwner(database.sql, token))
    if (!owner) reject('not_found', 'There is no calendar at this URL; ask its owner for the current one.')
    request.actor = owner
    await charge(database, [`calendar:${owner.account.id}:${owner.id}`], [CALLS_PER_MINUTE.calendar])
    const { items } = (await invoke(runtime, list_agenda, owner, {}, { request_id: request.id, ip: request.ip })) as {
      items: Activity[]
    }
    const { id, name, locale } = owner.account
    const text = toCalendar({ account_id: id, account_name: name, language: locale, activities: items })
    const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('referrer-policy', 'no-referrer')
    if (matches(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="hilo.ics"')
      .send(text)
  })
}

/** Proxies that compress mark the tag as weak; it is the same calendar. */
function matches(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
