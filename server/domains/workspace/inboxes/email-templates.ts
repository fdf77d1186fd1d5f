import type { Inbox } from '#contract/records/inbox.ts'
import type { EmailText } from '#domains/access/emails/email-templates.ts'
import type { Context } from '#kernel/operation.ts'

/** E-mail about an inbox whose channel no longer accepts its credentials. */
export function attentionEmail(
  { base_url, actor: { account } }: Context,
  { id, name, connection }: Pick<Inbox, 'id' | 'name' | 'connection'>,
): EmailText {
  const url = addressOf(base_url, account.id, id)
  const detail = connection?.detail ? [connection.detail] : []
  return account.locale === 'en'
    ? {
        subject: `The channel “${name}” needs to be reconnected`,
        paragraphs: [
          `Hilo can’t send messages from “${name}”, because its provider refused the connection.`,
          ...detail,
          'Messages written meanwhile are kept, and are sent once the channel is connected again.',
        ],
        link: { label: 'Open the channel', url },
      }
    : {
        subject: `Hay que volver a conectar el canal «${name}»`,
        paragraphs: [
          `Hilo no puede enviar mensajes desde «${name}», porque su proveedor rechazó la conexión.`,
          ...detail,
          'Los mensajes que escribas mientras tanto se conservan y se enviarán cuando conectes el canal de nuevo.',
        ],
        link: { label: 'Abrir el canal', url },
      }
}

/** E-mail about an inbox whose connection will end unless somebody renews it. */
export function alertEmail(
  { base_url, actor: { account } }: Context,
  { id, name }: Pick<Inbox, 'id' | 'name'>,
  alert: string,
): EmailText {
  const url = addressOf(base_url, account.id, id)
  return account.locale === 'en'
    ? {
        subject: `The connection of the channel “${name}” is about to end`,
        paragraphs: [alert, 'If nobody renews it, messages stop arriving and cannot be sent.'],
        link: { label: 'Open the channel', url },
      }
    : {
        subject: `La conexión del canal «${name}» está por terminar`,
        paragraphs: [alert, 'Si nadie la renueva, dejarán de llegar mensajes y no se podrán enviar.'],
        link: { label: 'Abrir el canal', url },
      }
}

function addressOf(base_url: string, account_id: string, inbox_id: string): string {
  return `${base_url}/app/${account_id}/settings/inboxes/${inbox_id}`
}
