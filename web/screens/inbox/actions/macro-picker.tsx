import { Zap } from '#web/ui/icons.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Picker } from '#web/ui/picker.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { FactButton } from './fact-button.tsx'

type Props = { conversation: Conversation; open: boolean; onOpenChange: (open: boolean) => void }

/** Runs a macro. Its changes show as they happen on the server; its messages wait while it can be undone. */
export function MacroPicker({ conversation, ...popup }: Props) {
  const { macros: words } = useThreadWords()
  const { data } = useRead('list_macros', {}, { enabled: popup.open })
  const macros = data?.items ?? []
  const undo = useAct('undo_macro')
  const run = useAct('run_macro', {
    undo: (_, { macro_id }) => ({
      message: words.done(macros.find(({ id }) => id === macro_id)?.name ?? ''),
      revert: () => undo.mutate({ macro_id, conversation_id: conversation.id }),
    }),
  })
  return (
    <Picker
      {...popup}
      label={words.label}
      nothing={data?.items.length === 0 ? words.none : words.nothing}
      choices={macros.map(({ id, name }) => ({ id, name, icon: <Zap size={15} aria-hidden /> }))}
      value={null}
      onPick={(macro_id) => run.mutate({ macro_id, conversation_ids: [conversation.id] })}
      trigger={<FactButton label={words.open} hotkey="m" icon={<Zap size={14} aria-hidden />} />}
    />
  )
}
