import type { Webhook } from '#contract/records/webhook.ts'
import type { Letter } from '#domains/access/letters.ts'
import type { Context } from '#kernel/operation.ts'

/** Nothing has arrived there for a day. */
export function failing(ctx: Context, webhook: Webhook): Letter {
  const { host, why } = known(webhook)
  return ctx.actor.account.locale === 'en'
    ? {
        subject: `Your webhook to ${host} is failing`,
        paragraphs: [
          `For a day nothing we sent to ${host} has arrived. The latest reason: ${why}`,
          'We keep trying. If nothing arrives for five days, the webhook is switched off; what it missed can be sent again for 30 days.',
        ],
        link: { label: 'Open the webhooks', url: address(ctx) },
      }
    : {
        subject: `Tu webhook a ${host} está fallando`,
        paragraphs: [
          `Desde hace un día no llega nada de lo que enviamos a ${host}. La última razón: ${why}`,
          'Seguimos intentando. Si en cinco días no llega nada, el webhook se desactiva; lo que se perdió se puede reenviar durante 30 días.',
        ],
        link: { label: 'Abrir los webhooks', url: address(ctx) },
      }
}

/** Nothing more is sent there. */
export function disabled(ctx: Context, webhook: Webhook, reason: 'gone' | 'failing'): Letter {
  const { host, why } = known(webhook)
  return ctx.actor.account.locale === 'en'
    ? {
        subject: `Your webhook to ${host} was switched off`,
        paragraphs: [
          reason === 'gone'
            ? `${host} asked for nothing more to be sent, and the webhook was switched off.`
            : `For five days nothing we sent to ${host} has arrived, and the webhook was switched off. The latest reason: ${why}`,
          'Once it works again, switch it on and replay what it missed; that is possible for 30 days.',
        ],
        link: { label: 'Open the webhooks', url: address(ctx) },
      }
    : {
        subject: `Tu webhook a ${host} fue desactivado`,
        paragraphs: [
          reason === 'gone'
            ? `${host} pidió que no se le envíe nada más, y el webhook fue desactivado.`
            : `Desde hace cinco días no llega nada de lo que enviamos a ${host}, y el webhook fue desactivado. La última razón: ${why}`,
          'Cuando vuelva a funcionar, actívalo y reenvía lo que se perdió; es posible durante 30 días.',
        ],
        link: { label: 'Abrir los webhooks', url: address(ctx) },
      }
}

/** Addresses may hold secrets of their own, so that a mail names only the host. */
function known({ url, last_error }: Webhook) {
  return { host: new URL(url).host, why: last_error ?? '–' }
}

function address({ base_url, actor }: Context): string {
  return `${base_url}/app/${actor.account.id}/settings/webhooks`
}
