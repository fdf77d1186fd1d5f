import { useRead, useAct } from '#web/query.ts'
import { complaintOf } from '#web/screens/contacts/contact-acts.ts'
import type { Value } from '#web/screens/contacts/profile/attribute-values.ts'
import { Attributes } from '#web/screens/contacts/profile/attributes.tsx'
import type { Conversation } from './use-conversation.ts'
import { usePanelWords } from './words.ts'

/** What this account wants to know of a conversation; nothing is shown where it wants nothing. */
export function ConversationAttributes({ conversation }: { conversation: Conversation }) {
  const words = usePanelWords()
  const { data } = useRead('list_custom_attributes', {})
  const update = useAct('update_conversation', { quiet: true })
  const { id: conversation_id, custom_attributes } = conversation
  const isWanted = data?.items.some(({ model }) => model === 'conversation_attribute')
  if (!isWanted && Object.keys(custom_attributes).length === 0) return null
  const save = async (change: Record<string, Value | null>) => {
    try {
      await update.mutateAsync({ conversation_id, custom_attributes: change })
      return undefined
    } catch (error) {
      return complaintOf(error, 'custom_attributes')
    }
  }
  return (
    <Attributes
      title={words.conversation}
      model="conversation_attribute"
      values={custom_attributes}
      save={save}
      folds="panel.conversation"
    />
  )
}
