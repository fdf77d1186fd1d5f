import type { Contact } from '#contract/records/contact.ts'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import { findAuthors, lookAround } from '#doors/classic/around.ts'
import { given, readPage, readText } from '#doors/classic/reading.ts'
import type { Asked, Routes } from '#doors/classic/route.ts'
import { foundContact } from '#doors/classic/shapes/contact.ts'
import { foundConversation, foundMessage } from '#doors/classic/shapes/found.ts'
import { reject } from '#kernel/problem.ts'

const PAGE = 15
const MOST_CONTACTS = 50
type Found = Message & { contact: { id: string }; inbox: { id: string; name: string } }

/** Search over everything, or over one kind of it, by pages of fifteen. */
export function openSearch(routes: Routes): void {
  routes('GET', '/search', async (asked) => {
    const [conversations, contacts, messages] = await Promise.all([
      findConversations(asked),
      findContacts(asked),
      findMessages(asked),
    ])
    return { payload: { conversations, contacts, messages } }
  })
  routes('GET', '/search/contacts', async (asked) => ({ payload: { contacts: await findContacts(asked) } }))
  routes('GET', '/search/conversations', async (asked) => ({
    payload: { conversations: await findConversations(asked) },
  }))
  routes('GET', '/search/messages', async (asked) => ({ payload: { messages: await findMessages(asked) } }))
}

function wordsOf({ query }: Asked): string {
  return readText(query.q)?.trim() || reject('invalid_value', 'Specify search string with parameter q')
}

async function findContacts(asked: Asked) {
  const input = { query: wordsOf(asked), offset: (readPage(asked.query) - 1) * PAGE, limit: PAGE }
  return (await asked.act<{ items: Contact[] }>('search_contacts', input)).items.map(foundContact)
}

/** Conversations by their number, or by who they are with. */
async function findConversations(asked: Asked) {
  const { act, query } = asked
  const words = wordsOf(asked)
  const people = await act<{ items: Contact[] }>('search_contacts', { query: words, limit: MOST_CONTACTS })
  const ids = people.items.map(({ id }) => id)
  const any = [
    ...(ids.length > 0 ? [{ all: [{ field: 'contact_id', operator: 'equal_to', values: ids }] }] : []),
    ...(/^\d{1,18}$/.test(words) ? [{ all: [{ field: 'id', operator: 'equal_to', values: [words] }] }] : []),
  ]
  if (any.length === 0) return []
  const page = { limit: PAGE, offset: (readPage(query) - 1) * PAGE }
  const { items } = await act<{ items: Conversation[] }>('list_conversations', {
    status: 'all',
    filter: { any },
    ...page,
  })
  const around = await lookAround(asked, items)
  return items.flatMap((conversation) => {
    const contact = around.contacts.get(conversation.contact.id)
    return contact ? [foundConversation(conversation, contact, around)] : []
  })
}

async function findMessages(asked: Asked) {
  const found = await messagePage(asked)
  const authors = await findAuthors(
    asked,
    found.map(({ contact }) => contact.id),
  )
  return found.map((message) => foundMessage(message, message.inbox, authors))
}

/** Messages are paged by cursors here, so that a page is reached through those before it. */
async function messagePage(asked: Asked): Promise<Found[]> {
  const query = wordsOf(asked)
  let cursor: string | undefined
  for (let left = readPage(asked.query); ; left--) {
    const input = given({ query, limit: PAGE, cursor })
    const page = await asked.act<{ items: Found[]; next_cursor: string | null }>('search_messages', input)
    if (left === 1) return page.items
    if (!page.next_cursor) return []
    cursor = page.next_cursor
  }
}
