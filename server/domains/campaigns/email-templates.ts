import type { EmailText } from '#domains/access/emails/email-templates.ts'
import type { Context } from '#kernel/operation.ts'

/** E-mail about a campaign that stopped because of its maker. */
export function stoppedEmail({ base_url, actor: { account } }: Context, name: string, problem: string): EmailText {
  const url = `${base_url}/app/${account.id}/settings/campaigns`
  return account.locale === 'en'
    ? {
        subject: `The campaign “${name}” was stopped`,
        paragraphs: [
          problem,
          'A campaign runs with the rights of the administrator who started it. Start it again to continue with the remaining recipients.',
        ],
        link: { label: 'Open campaigns', url },
      }
    : {
        subject: `La campaña «${name}» se detuvo`,
        paragraphs: [
          problem,
          'Una campaña se ejecuta con los permisos de quien la inició. Iníciala de nuevo para continuar con los destinatarios que faltan.',
        ],
        link: { label: 'Abrir campañas', url },
      }
}
