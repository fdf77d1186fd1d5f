import type { EmailText } from '#domains/access/emails/email-templates.ts'
import type { Context } from '#kernel/operation.ts'

/** E-mail about a rule that no longer runs because of its maker. */
export function stoppedEmail({ base_url, actor: { account } }: Context, name: string, problem: string): EmailText {
  const url = `${base_url}/app/${account.id}/settings/automations`
  return account.locale === 'en'
    ? {
        subject: `The rule “${name}” no longer runs`,
        paragraphs: [
          problem,
          'A rule runs with the rights of the person or key that saved it last. Open it, check what it does, and save it; from then on it runs with your rights.',
        ],
        link: { label: 'Open rules', url },
      }
    : {
        subject: `La regla «${name}» ya no se ejecuta`,
        paragraphs: [
          problem,
          'Una regla se ejecuta con los permisos de la última persona que la guardó. Ábrela, revisa lo que hace y guárdala; desde entonces se ejecuta con tus permisos.',
        ],
        link: { label: 'Abrir reglas', url },
      }
}
