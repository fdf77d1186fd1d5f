import type { Contact } from '#contract/records/contact.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import { loadAuthors, loadReferences } from '#doors/classic/loaders.ts'
import { pickDefined, readPage, readText } from '#doors/classic/request.ts'
import type { ClassicCall, AddRoute } from '#doors/classic/route.ts'
import { searchedContact } from '#doors/classic/shapes/contact.ts'
import { searchedConversation, searchedMessage } from '#doors/classic/shapes/search-results.ts'
import { reject } from '#kernel/problem.ts'

const PAGE = 15
const MAX_CONTACTS = 50
type MessageMatch = Message & { contact: { id: string }; inbox: { id: string; name: string } }

/** Search over all records or one kind of them, in pages of fifteen. */
export function addSearchRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/search', async (call) => {
    const [conversations, contacts, messages] = await Promise.all([
      findConversations(call),
      findContacts(call),
      findMessages(call),
    ])
    return { payload: { conversations, contacts, messages } }
  })
  addRoute('GET', '/search/contacts', async (call) => ({ payload: { contacts: await findContacts(call) } }))
  addRoute('GET', '/search/conversations', async (call) => ({
    payload: { conversations: await findConversations(call) },
  }))
  addRoute('GET', '/search/messages', async (call) => ({ payload: { messages: await findMessages(call) } }))
}

function wordsOf({ query }: ClassicCall): string {
  return readText(query.q)?.trim() || reject('invalid_value', 'Specify search string with parameter q')
}

async function findContacts(call: ClassicCall) {
  const input = { query: wordsOf(call), offset: (readPage(call.query) - 1) * PAGE, limit: PAGE }
  return (await call.invoke<{ items: Contact[] }>('search_contacts', input)).items.map(searchedContact)
}

/** Conversations by their id or by their contact. */
async function findConversations(call: ClassicCall) {
  const { invoke, query } = call
  const words = wordsOf(call)
  const people = await invoke<{ items: Contact[] }>('search_contacts', { query: words, limit: MAX_CONTACTS })
  const ids = people.items.map(({ id }) => id)
  const any = [
    ...(ids.length > 0 ? [{ all: [{ field: 'contact_id', operator: 'equal_to', values: ids }] }] : []),
    ...(/^\d{1,18}$/.test(words) ? [{ all: [{ field: 'id', operator: 'equal_to', values: [words] }] }] : []),
  ]
  if (any.length === 0) return []
  const page = { limit: PAGE, offset: (readPage(query) - 1) * PAGE }
  const { items } = await invoke<{ items: Conversation[] }>('list_conversations', {
    status: 'all',
    filter: { any },
    ...page,
  })
  const references = await loadReferences(call, items)
  return items.flatMap((conversation) => {
    const contact = references.contacts.get(conversation.contact.id)
    return contact ? [searchedConversation(conversation, contact, references)] : []
  })
}

async function findMessages(call: ClassicCall) {
  const found = await messagePage(call)
  const authors = await loadAuthors(
    call,
    found.map(({ contact }) => contact.id),
  )
  return found.map((message) => searchedMessage(message, message.inbox, authors))
}

/** Our messages are paged by cursor, so a page is reached through the ones before it. */
async function messagePage(call: ClassicCall): Promise<MessageMatch[]> {
  const query = wordsOf(call)
  let cursor: string | undefined
  for (let left = readPage(call.query); ; left--) {
    const input = pickDefined({ query, limit: PAGE, cursor })
    const page = await call.invoke<{ items: MessageMatch[]; next_cursor: string | null }>('search_messages', input)
    if (left === 1) return page.items
    if (!page.next_cursor) return []
    cursor = page.next_cursor
  }
}
