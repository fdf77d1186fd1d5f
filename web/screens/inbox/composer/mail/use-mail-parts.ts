import { useState } from 'react'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import { useRead } from '#web/app/query.ts'
import { isAddress } from '#web/features/mail/addresses.ts'
import { answerToAll, noMailParts, readMailParts, type MailParts } from './mail-parts.ts'

/** Recipients and subject of the e-mail being written. */
export function useMailParts(conversation: Conversation, messages: readonly Message[] | undefined) {
  const isMail = conversation.channel === 'email'
  const [parts, setParts] = useState(noMailParts)
  const { data } = useRead('list_inboxes', {}, { enabled: isMail })
  const profile = useRead('get_profile', {}, { enabled: isMail }).data
  const inbox = data?.items.find(({ id }) => id === conversation.inbox.id)
  const own = inbox?.connection?.account?.id
  const { to, cc } = answerToAll(conversation, messages ?? [], own)
  // Until the thread is loaded, the server chooses the copies.
  const isKnown = isMail && messages !== undefined && data !== undefined
  const shown: MailParts = { ...parts, cc: parts.cc ?? (isKnown ? cc : undefined) }
  return {
    to,
    parts: shown,
    change: setParts,
    clear: () => setParts(noMailParts),
    /** Added when the e-mail is sent. */
    signature: profile && (profile.signature ?? inbox?.settings.signature),
    isValid: [...(shown.cc ?? []), ...shown.bcc].every(isAddress),
    /** The copies are sent as they are shown. */
    read: () => (isMail ? readMailParts(shown) : {}),
  }
}
