import { useRead, useAct } from '#web/app/query.ts'
import { errorText } from '#web/features/contacts/contact-actions.ts'
import type { Value } from '#web/features/contacts/attributes/attribute-values.ts'
import { Attributes } from '#web/features/contacts/attributes/attributes.tsx'
import type { Conversation } from './use-conversation.ts'
import { usePanelWords } from './words.ts'

/** Custom fields of the conversation; hidden when the workspace has defined none. */
export function ConversationAttributes({ conversation }: { conversation: Conversation }) {
  const words = usePanelWords()
  const { data } = useRead('list_custom_attributes', {})
  const update = useAct('update_conversation', { silent: true })
  const { id: conversation_id, custom_attributes } = conversation
  const hasFields = data?.items.some(({ model }) => model === 'conversation_attribute')
  if (!hasFields && Object.keys(custom_attributes).length === 0) return null
  const save = async (change: Record<string, Value | null>) => {
    try {
      await update.mutateAsync({ conversation_id, custom_attributes: change })
      return undefined
    } catch (error) {
      return errorText(error, 'custom_attributes')
    }
  }
  return (
    <Attributes
      title={words.conversation}
      model="conversation_attribute"
      values={custom_attributes}
      save={save}
      storageKey="panel.conversation"
    />
  )
}
