import type { Webhook } from '#contract/records/webhook.ts'
import { statusOfError } from '#contract/webhook-errors.ts'
import type { EmailText } from '#domains/access/emails/email-templates.ts'
import type { Context } from '#kernel/operation.ts'

/** E-mail about an endpoint that has failed for a day. */
export function failingEmail(ctx: Context, webhook: Webhook): EmailText {
  const { host, why } = hostAndReason(ctx, webhook)
  return ctx.actor.account.locale === 'en'
    ? {
        subject: `Your webhook to ${host} is failing`,
        paragraphs: [
          `All deliveries to ${host} have failed for a day. Latest error: ${why}`,
          'We keep retrying. After five days without a successful delivery the webhook is disabled; missed events can be replayed for 30 days.',
        ],
        link: { label: 'Open webhooks', url: settingsUrl(ctx) },
      }
    : {
        subject: `Tu webhook a ${host} está fallando`,
        paragraphs: [
          `Todas las entregas a ${host} fallan desde hace un día. Último error: ${why}`,
          'Seguimos reintentando. Si en cinco días no hay ninguna entrega exitosa, el webhook se desactiva; los eventos perdidos se pueden reenviar durante 30 días.',
        ],
        link: { label: 'Abrir webhooks', url: settingsUrl(ctx) },
      }
}

/** E-mail about an endpoint that was disabled. */
export function disabledEmail(ctx: Context, webhook: Webhook, reason: 'gone' | 'failing' | 'maker'): EmailText {
  if (reason === 'maker') return withoutMakerEmail(ctx, webhook)
  const { host, why } = hostAndReason(ctx, webhook)
  return ctx.actor.account.locale === 'en'
    ? {
        subject: `Your webhook to ${host} was disabled`,
        paragraphs: [
          reason === 'gone'
            ? `${host} asked us to stop sending, so the webhook was disabled.`
            : `All deliveries to ${host} have failed for five days, so the webhook was disabled. Latest error: ${why}`,
          'Once the endpoint works again, enable the webhook and replay the missed events; that is possible for 30 days.',
        ],
        link: { label: 'Open webhooks', url: settingsUrl(ctx) },
      }
    : {
        subject: `Tu webhook a ${host} se desactivó`,
        paragraphs: [
          reason === 'gone'
            ? `${host} pidió no recibir más eventos, así que el webhook se desactivó.`
            : `Todas las entregas a ${host} fallan desde hace cinco días, así que el webhook se desactivó. Último error: ${why}`,
          'Cuando vuelva a funcionar, actívalo y reenvía los eventos perdidos; es posible durante 30 días.',
        ],
        link: { label: 'Abrir webhooks', url: settingsUrl(ctx) },
      }
}

function withoutMakerEmail(ctx: Context, webhook: Webhook): EmailText {
  const { host, why } = hostAndReason(ctx, webhook)
  return ctx.actor.account.locale === 'en'
    ? {
        subject: `Your webhook to ${host} was disabled`,
        paragraphs: [
          `A webhook receives what the person or key that saved it may read. ${why}`,
          'If it is still needed, enable it: from then on it receives what you may read. The missed events can be replayed for 30 days.',
        ],
        link: { label: 'Open webhooks', url: settingsUrl(ctx) },
      }
    : {
        subject: `Tu webhook a ${host} se desactivó`,
        paragraphs: [
          `Un webhook recibe lo que puede leer la persona o clave que lo guardó. ${why}`,
          'Si todavía hace falta, actívalo: desde entonces recibe lo que tú puedes leer. Los eventos perdidos se pueden reenviar durante 30 días.',
        ],
        link: { label: 'Abrir webhooks', url: settingsUrl(ctx) },
      }
}

/** URLs may contain secrets, so e-mails name only the host. */
function hostAndReason({ actor }: Context, { url, last_error }: Webhook) {
  const status = actor.account.locale === 'es' ? statusOfError(last_error) : undefined
  return { host: new URL(url).host, why: status ? `Respondió ${status}.` : (last_error ?? '–') }
}

function settingsUrl({ base_url, actor }: Context): string {
  return `${base_url}/app/${actor.account.id}/settings/webhooks`
}
