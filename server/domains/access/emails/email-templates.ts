import type { Account } from '#contract/records/access.ts'
import type { NewEmail } from '#domains/access/emails/store.ts'

/** Subject and body of an e-mail, in the language of the workspace. */
export type EmailText = Pick<NewEmail, 'subject' | 'paragraphs' | 'link'>

type Workspace = Pick<Account, 'name' | 'locale'>

export function invitation({ name, locale }: Workspace, invited_by: string, url: string): EmailText {
  return {
    en: {
      subject: `${invited_by} invited you to join ${name} on Hilo`,
      paragraphs: [
        `${invited_by} has invited you to join the ${name} workspace on Hilo.`,
        'The link works once and expires in seven days. If you weren’t expecting this invitation, you can ignore this e-mail.',
      ],
      link: { label: 'Accept invitation', url },
    },
    es: {
      subject: `${invited_by} te invitó a unirte a ${name} en Hilo`,
      paragraphs: [
        `${invited_by} te invitó a unirte al espacio de trabajo ${name} en Hilo.`,
        'El enlace funciona una sola vez y vence en siete días. Si no esperabas esta invitación, puedes ignorar este correo.',
      ],
      link: { label: 'Aceptar invitación', url },
    },
  }[locale]
}

export function added({ name, locale }: Workspace, by: string, url: string): EmailText {
  return {
    en: {
      subject: `${by} added you to ${name} on Hilo`,
      paragraphs: [
        `${by} has added you to the ${name} workspace on Hilo.`,
        'If you are new to Hilo, choose your password with this link, which works once within seven days.',
      ],
      link: { label: 'Open Hilo', url },
    },
    es: {
      subject: `${by} te agregó a ${name} en Hilo`,
      paragraphs: [
        `${by} te agregó al espacio de trabajo ${name} en Hilo.`,
        'Si es tu primera vez en Hilo, elige tu contraseña con este enlace, que funciona una sola vez durante siete días.',
      ],
      link: { label: 'Abrir Hilo', url },
    },
  }[locale]
}

export function passwordReset(locale: Account['locale'], url: string): EmailText {
  return {
    en: {
      subject: 'Reset your Hilo password',
      paragraphs: [
        'We received a request to reset the password of your Hilo account. The link works once and expires in one hour.',
        'If you didn’t request this, you can ignore this e-mail; your password won’t change.',
      ],
      link: { label: 'Choose a new password', url },
    },
    es: {
      subject: 'Restablece tu contraseña de Hilo',
      paragraphs: [
        'Recibimos una solicitud para restablecer la contraseña de tu cuenta de Hilo. El enlace funciona una sola vez y vence en una hora.',
        'Si no la solicitaste, puedes ignorar este correo; tu contraseña no cambiará.',
      ],
      link: { label: 'Elegir una contraseña nueva', url },
    },
  }[locale]
}

export function secondFactorReset({ name, locale }: Workspace, by: string, url: string): EmailText {
  return {
    en: {
      subject: 'Two-step verification was turned off',
      paragraphs: [
        `${by}, an administrator of ${name}, turned off two-step verification for your Hilo account. You now sign in with your password only.`,
        'If you asked for this, you can set it up again in your profile. If you didn’t, change your password and contact your administrator.',
      ],
      link: { label: 'Open Hilo', url },
    },
    es: {
      subject: 'Se desactivó tu verificación en dos pasos',
      paragraphs: [
        `${by}, de la administración de ${name}, desactivó la verificación en dos pasos de tu cuenta de Hilo. Ahora inicias sesión solo con tu contraseña.`,
        'Si lo pediste, puedes configurarla de nuevo en tu perfil. Si no, cambia tu contraseña y habla con tu administrador.',
      ],
      link: { label: 'Abrir Hilo', url },
    },
  }[locale]
}
