import { type Details, noDetails } from '#widget/protocol.ts'
import type { Api } from './api.ts'
import { retry } from './retry.ts'

type Options = { call: Api['call']; onRefusal(error: unknown): void }

/**
 * Sends the site's data about the visitor and the conversation, each change once. It waits until there is a contact or a
 * conversation to keep it, so that a visit alone creates no record.
 */
export function openDetails({ call, onRefusal }: Options) {
  let details = noDetails
  const sent = { contact: '', conversation: '' }
  let hasContact = false
  let hasConversation = false
  let sending = Promise.resolve()

  const send = async (kind: 'contact' | 'conversation', body: object, isEmpty: boolean) => {
    const text = JSON.stringify(body)
    if (isEmpty || text === sent[kind]) return
    sent[kind] = text
    await retry(() => call('PATCH', `/${kind}`, body)).catch(onRefusal)
  }
  const flush = async () => {
    const { contact, conversation, labels } = details
    const titles = (isAdded: boolean) => Object.keys(labels).filter((title) => labels[title] === isAdded)
    if (hasContact) await send('contact', { custom_attributes: contact }, isBlank(contact))
    const body = { custom_attributes: conversation, add_labels: titles(true), remove_labels: titles(false) }
    if (hasConversation) await send('conversation', body, isBlank(conversation) && isBlank(labels))
  }
  const queue = () => void (sending = sending.then(flush))

  return {
    update(next: Details) {
      details = next
      queue()
    },
    onContact() {
      hasContact = true
      queue()
    },
    onConversation(exists: boolean) {
      hasConversation = exists
      if (exists) hasContact = true
      queue()
    },
    /** Another visitor has a record of their own. */
    forget() {
      hasContact = hasConversation = false
      sent.contact = sent.conversation = ''
    },
  }
}

function isBlank(record: object): boolean {
  return Object.keys(record).length === 0
}
