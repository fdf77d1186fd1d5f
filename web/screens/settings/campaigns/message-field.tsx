import { MessageArea } from '#web/parts/message/message-area.tsx'
import { useSettingsWords } from '#web/screens/settings/words.ts'
import type { FieldsProps } from './edit-campaign.tsx'

/** What is sent, and how it will read. */
export function MessageField({ draft: { content }, onChange, errors }: FieldsProps) {
  const { campaigns: words } = useSettingsWords()
  return (
    <MessageArea
      label={words.fields.content}
      value={content}
      onChange={(next) => onChange({ content: next })}
      error={errors['content']}
      variables={words.variables}
    />
  )
}
