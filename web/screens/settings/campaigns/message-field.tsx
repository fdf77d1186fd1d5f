import { MessageArea } from '#web/features/message-template/message-area.tsx'
import type { FieldsProps } from './edit-campaign.tsx'
import { useCampaignWords } from './words.ts'

export function MessageField({ draft: { content }, onChange, errors }: FieldsProps) {
  const words = useCampaignWords()
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
