import type { ProviderChannel } from '#contract/channels.ts'
import {
  type CredentialField,
  guideFields,
  isSecret,
} from '#web/screens/settings/inboxes/connection/credential-fields.ts'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { TextField } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

type Props = { channel: ProviderChannel; step: number; errors: Readonly<Record<string, string>> }

/** The fields of one step. A refusal of the provider names no field; it mostly concerns the secret. */
export function CredentialInputs({ channel, step, errors }: Props) {
  const { connection: words } = useInboxWords()
  const fields: readonly CredentialField[] = guideFields[channel][step] ?? []
  const refused = guideFields[channel].flat().find((field) => isSecret(field))
  return fields.map((field) => {
    const Field = isSecret(field) ? PasswordField : TextField
    return (
      <Field
        key={field}
        label={words.fields[field]}
        hint={words.hints[field]}
        name={field}
        autoComplete="off"
        maxLength={2000}
        error={errors[`credentials/${field}`] ?? (field === refused ? errors['credentials'] : undefined)}
      />
    )
  })
}
