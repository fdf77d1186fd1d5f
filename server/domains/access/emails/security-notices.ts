import type { Account } from '#contract/records/access.ts'
import type { EmailText } from '#domains/access/emails/email-templates.ts'
import * as emails from '#domains/access/emails/store.ts'
import type { Context } from '#kernel/operation.ts'

type Notice = Record<Account['locale'], [subject: string, body: string]>

const notices = {
  password_changed: {
    en: ['Your Hilo password was changed', 'The password of your Hilo account was changed.'],
    es: ['Se cambió tu contraseña de Hilo', 'Se cambió la contraseña de tu cuenta de Hilo.'],
  },
  two_factor_enabled: {
    en: [
      'Two-step verification was turned on',
      'Signing in to your Hilo account now needs a code besides the password.',
    ],
    es: [
      'Se activó tu verificación en dos pasos',
      'Ahora, para entrar a tu cuenta de Hilo, se pide un código además de la contraseña.',
    ],
  },
  two_factor_disabled: {
    en: ['Two-step verification was turned off', 'You now sign in to your Hilo account with your password only.'],
    es: ['Se desactivó tu verificación en dos pasos', 'Ahora entras a tu cuenta de Hilo solo con tu contraseña.'],
  },
} satisfies Record<string, Notice>

/** E-mails the current user that the protection of their account changed, in case somebody else did it. */
export function notifyOfChange(ctx: Context, change: keyof typeof notices): Promise<void> {
  return send(ctx, ctx.actor.user_id, change, notices[change])
}

/** E-mails the person an API key acts for. */
export function notifyOfKey(ctx: Context, user_id: string, key: { name: string }): Promise<void> {
  const { name: by, account } = ctx.actor
  return send(ctx, user_id, 'api_key_created', {
    en: [
      `A new API key acts for you in ${account.name}`,
      `${by} created the API key “${key.name}” in ${account.name}. Programs that use it act in your name.`,
    ],
    es: [
      `Una clave de API nueva actúa por ti en ${account.name}`,
      `${by} creó la clave de API «${key.name}» en ${account.name}. Los programas que la usan actúan en tu nombre.`,
    ],
  })
}

/** E-mails the current user that an assistant now acts for them, in case somebody else connected it. */
export function notifyOfAssistant(ctx: Context, assistant: string): Promise<void> {
  const { name } = ctx.actor.account
  return send(ctx, ctx.actor.user_id, 'assistant_connected', {
    en: [
      `${assistant} is connected to ${name}`,
      `The assistant “${assistant}” can now act for you in ${name}. You can disconnect it in Settings › Assistants.`,
    ],
    es: [
      `${assistant} está conectado a ${name}`,
      `El asistente «${assistant}» ya puede actuar por ti en ${name}. Puedes desconectarlo en Ajustes › Asistentes.`,
    ],
  })
}

async function send(ctx: Context, user_id: string | null, change: string, notice: Notice): Promise<void> {
  const { sql, actor, now, base_url } = ctx
  // Users that exist only for programs have an address that receives no mail.
  const [person] = await sql<{ name: string; email: string }>`
    select name, email from users where id = ${user_id} and email not like '%.invalid'`
  if (!person) return
  await emails.queue(ctx, {
    ...writeEmail(actor.account, notice, base_url),
    key: `security:${change}:${user_id}:${now.toISOString()}`,
    kind: 'security',
    to_address: person.email,
    to_name: person.name,
  })
}

function writeEmail({ id, locale }: Account, notice: Notice, base_url: string): EmailText {
  const [subject, body] = notice[locale]
  const url = `${base_url}/app/${id}/settings/profile`
  return {
    en: {
      subject,
      paragraphs: [
        body,
        'If it was you, there’s nothing to do. If it wasn’t, change your password, end your other sessions and tell your administrator.',
      ],
      link: { label: 'Check your account', url },
    },
    es: {
      subject,
      paragraphs: [
        body,
        'Si fuiste tú, no tienes que hacer nada. Si no, cambia tu contraseña, cierra tus demás sesiones y avisa a tu administrador.',
      ],
      link: { label: 'Revisar tu cuenta', url },
    },
  }[locale]
}
