import type { Context } from '#kernel/operation.ts'

/** Whether a message is a word that ends (false) or allows (true) campaigns; undefined if it is about something else. */
export function readConsent(content: string | null): boolean | undefined {
  const word = content
    ?.trim()
    .replaceAll(/[\s.!¡"'«»]/g, '')
    .toUpperCase()
  if (['STOP', 'BAJA', 'SALIR', 'ALTO'].includes(word ?? '')) return false
  return ['START', 'ALTA'].includes(word ?? '') ? true : undefined
}

/** Records whether the contact wants campaigns; a report older than the last one changes nothing. */
export async function setConsent(ctx: Context, contact_id: string, marketing: boolean, at: string): Promise<void> {
  const updated = await ctx.sql`
    update contacts set opted_out_at = ${marketing ? null : at}, consent_at = ${at}
     where account_id = ${ctx.actor.account.id} and id = ${contact_id} and (consent_at is null or consent_at <= ${at})
    returning id`
  if (!marketing && updated.length > 0) await countOptOut(ctx, contact_id, at)
}

/** Counts an opt-out for the campaign that wrote to the contact last. Providers give times in whole seconds. */
async function countOptOut({ sql, actor }: Context, contact_id: string, at: string): Promise<void> {
  await sql`
    update campaign_recipients r set opted_out = true
     where account_id = ${actor.account.id} and contact_id = ${contact_id} and campaign_id = (
       select campaign_id from campaign_recipients l
        where l.account_id = r.account_id and l.contact_id = r.contact_id and l.sent_at < ${at}::timestamptz + interval '1 second'
          and l.sent_at > ${at}::timestamptz - interval '30 days'
        order by l.sent_at desc limit 1)`
}
