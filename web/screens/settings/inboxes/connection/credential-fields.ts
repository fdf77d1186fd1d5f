import type { Channel, ProviderChannel } from '#contract/channels.ts'
import { isMailPreset, mailServers } from './mail-servers.ts'

export const providerChannels = ['whatsapp', 'instagram', 'messenger', 'email', 'telegram', 'sms'] as const

/** The credentials an administrator copies from the provider, by step of the guide. */
export const guideFields = {
  whatsapp: [['phone_number_id', 'business_account_id'], ['access_token'], ['app_secret']],
  messenger: [['page_id'], ['access_token'], ['app_secret']],
  instagram: [['account_id'], ['access_token'], ['app_secret']],
  telegram: [[], ['bot_token']],
  sms: [['account_sid', 'auth_token'], ['from']],
  email: [['address', 'from_name'], ['password']],
} as const satisfies Record<ProviderChannel, readonly (readonly string[])[]>

export type CredentialField = (typeof guideFields)[ProviderChannel][number][number]

const secrets: ReadonlySet<CredentialField> = new Set([
  'access_token',
  'app_secret',
  'bot_token',
  'auth_token',
  'password',
])

export const isSecret = (field: CredentialField) => secrets.has(field)

export const isProviderChannel = (channel: Channel | undefined): channel is ProviderChannel =>
  providerChannels.some((each) => each === channel)

export type Credentials = Record<string, string | Record<string, unknown>>

/** The filled-in credentials of a form; empty ones are left out, since the installation may provide them. */
export function readCredentials(channel: ProviderChannel, texts: Record<string, string>): Credentials {
  const textOf = (field: string) => texts[field]?.trim() ?? ''
  if (channel === 'email') return readMailCredentials(textOf)
  const filled = guideFields[channel].flat().map((field) => [field, textOf(field)] as const)
  const given = Object.fromEntries(filled.filter(([, value]) => value !== ''))
  if (channel === 'sms') return { provider: 'twilio', ...given }
  const login = textOf('login')
  return channel === 'instagram' && login ? { ...given, login } : given
}

/** Both servers have the same user and password; without receiving by IMAP the mail is forwarded. */
function readMailCredentials(textOf: (field: string) => string): Credentials {
  const [address, from_name, preset] = [textOf('address'), textOf('from_name'), textOf('preset')]
  const known = isMailPreset(preset) ? mailServers[preset] : undefined
  const server = (kind: 'imap' | 'smtp') => ({
    host: known?.[kind].host ?? textOf(`${kind}_host`),
    port: known?.[kind].port ?? Number(textOf(`${kind}_port`)),
    secure: known ? known[kind].secure : ['993', '465'].includes(textOf(`${kind}_port`)),
    user: textOf('user') || address,
    password: textOf('password'),
  })
  return {
    address,
    ...(from_name && { from_name }),
    ...(textOf('receiving') !== 'forwarding' && { imap: server('imap') }),
    smtp: server('smtp'),
  }
}
