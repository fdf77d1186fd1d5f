import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Activity } from '#contract/records/crm.ts'
import { findCalendarOwner } from '#domains/access/calendars.ts'
import { toCalendar } from '#doors/calendar/ics.ts'
import { charge } from '#doors/widget/gate.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Registry } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Services fetch the calendars of many people from one address; one calendar is fetched a few times an hour. */
const CALLS_A_MINUTE = { address: 300, calendar: 20 }

/** What somebody has planned, for calendar programs, which know no keys: the address is the secret. */
export function openCalendar(app: FastifyInstance, runtime: Runtime, registry: Registry): void {
  const { database } = runtime
  const list_agenda = ['list_agenda', registry.list_agenda!] as const

  app.get('/calendar/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const token = /^(.+)\.ics$/.exec(file)?.[1] ?? ''
    await charge(database, [`calendar:${request.ip}`], [CALLS_A_MINUTE.address])
    const owner = await findCalendarOwner(database.sql, token).catch(async (error) => {
      throw await asProblem(error, database)
    })
    if (!owner) reject('not_found', 'There is no calendar at this address; its owner may have changed it.')
    request.actor = owner
    await charge(database, [`calendar:${owner.account.id}:${owner.id}`], [CALLS_A_MINUTE.calendar])
    const { items } = (await invoke(runtime, list_agenda, owner, {}, { request_id: request.id, ip: request.ip })) as {
      items: Activity[]
    }
    const { id, name, locale } = owner.account
    const text = toCalendar({ account_id: id, account_name: name, language: locale, activities: items })
    const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('referrer-policy', 'no-referrer')
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="hilo.ics"')
      .send(text)
  })
}

/** Proxies that compress call a tag weak; it is the same calendar. */
function isKnown(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
