import type { Conversation } from '#contract/records/conversation.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { undoSend } from '#web/features/conversations/preferences.ts'
import { useOpenConversation } from '#web/screens/inbox/actions/use-neighbours.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { toast } from '#web/ui/toast.tsx'
import { send, sendLater } from './outbox.ts'
import { giveBack, type TakenBack } from './taken-back.ts'

type Message = Omit<Parameters<typeof send>[0], 'account_id' | 'conversation_id'>

/**
 * Sends to this conversation, with the human-agent tag where the reply window asks for it. With `written`, the message
 * waits for the seconds the user prefers and can be taken back.
 */
export function useSend({ id: conversation_id }: Conversation, needsHumanAgent: boolean) {
  const { common } = useWords()
  const { composer: words } = useThreadWords()
  const { id: account_id } = useAccount()
  const open = useOpenConversation()
  const seconds = Number(undoSend.use())
  return (message: Message, written?: TakenBack): Promise<boolean | undefined> => {
    const tag = needsHumanAgent && !message.private && { human_agent: true }
    const whole = { account_id, conversation_id, ...message, ...tag }
    if (!written || seconds === 0) return send(whole)
    const { sent, takeBack } = sendLater(whole, seconds)
    const undo = () => {
      if (!takeBack()) return toast.bad(words.alreadySent)
      open(conversation_id)
      giveBack(conversation_id, written)
    }
    toast.undo(words.held, common.undo, undo, { seconds })
    return sent
  }
}
