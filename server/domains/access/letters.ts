import type { Account } from '#contract/records/access.ts'
import type { New } from '#domains/access/emails.ts'

/** What a mail says, in the language of the workspace. */
export type Letter = Pick<New, 'subject' | 'paragraphs' | 'link'>

type Place = Pick<Account, 'name' | 'locale'>

export function invitation({ name, locale }: Place, invited_by: string, url: string): Letter {
  return locale === 'en'
    ? {
        subject: `${invited_by} invites you to ${name} on Hilo`,
        paragraphs: [
          `${invited_by} invites you to work in ${name} on Hilo.`,
          'The link is good for seven days and can be used once. If you do not know who this is, leave it.',
        ],
        link: { label: 'Accept the invitation', url },
      }
    : {
        subject: `${invited_by} te invita a ${name} en Hilo`,
        paragraphs: [
          `${invited_by} te invita a trabajar en ${name} en Hilo.`,
          'El enlace vale siete días y se puede usar una sola vez. Si no sabes de quién viene, ignóralo.',
        ],
        link: { label: 'Aceptar la invitación', url },
      }
}

export function passwordReset(locale: Account['locale'], url: string): Letter {
  return locale === 'en'
    ? {
        subject: 'Choose a new password for Hilo',
        paragraphs: [
          'Somebody asked for a new password for your account. With this link you choose one; it is good for an hour and can be used once.',
          'If it was not you, do nothing: your password stays as it is.',
        ],
        link: { label: 'Choose a new password', url },
      }
    : {
        subject: 'Elige una contraseña nueva para Hilo',
        paragraphs: [
          'Alguien pidió una contraseña nueva para tu cuenta. Con este enlace la eliges; vale una hora y se puede usar una sola vez.',
          'Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma.',
        ],
        link: { label: 'Elegir contraseña', url },
      }
}

export function secondFactorReset({ name, locale }: Place, by: string, url: string): Letter {
  return locale === 'en'
    ? {
        subject: 'Your second factor was switched off',
        paragraphs: [
          `${by}, who administers ${name}, switched off the second factor of your account on Hilo. From now on you sign in with your password alone.`,
          'If you did not ask for it, change your password and speak with them. Otherwise set up the second factor again under your profile.',
        ],
        link: { label: 'Open Hilo', url },
      }
    : {
        subject: 'Tu segundo factor fue desactivado',
        paragraphs: [
          `${by}, que administra ${name}, desactivó el segundo factor de tu cuenta en Hilo. Desde ahora entras solo con tu contraseña.`,
          'Si no lo pediste, cambia tu contraseña y habla con esa persona. Si lo pediste, vuelve a activarlo en tu perfil.',
        ],
        link: { label: 'Abrir Hilo', url },
      }
}
