import type { Conversation, Message } from '#contract/records/conversation.ts'
import { loadAuthors } from '#doors/classic/loaders.ts'
import { loadConversation } from '#doors/classic/conversations.ts'
import { contactKeys } from '#doors/classic/contact-lists.ts'
import { readFilter } from '#doors/classic/filter.ts'
import { listAll } from '#doors/classic/pages.ts'
import { readText, requireId } from '#doors/classic/request.ts'
import { type AddRoute, type ClassicCall, csv } from '#doors/classic/route.ts'
import { classicAttachment, senderOf } from '#doors/classic/shapes/message.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'
import { isMultipart, readMultipart } from '#doors/files/multipart.ts'
import { reject } from '#kernel/problem.ts'

const MEGABYTE = 1024 * 1024
const MAX_IMPORT = 26 * MEGABYTE
const FILES = 100

/** Contacts as a file, the files of conversations, and a conversation by e-mail. */
export function addFileRoutes(addRoute: AddRoute): void {
  // It runs in the background.
  addRoute(
    'POST',
    '/contacts/import',
    async (call) => {
      await call.invoke('import_contacts', { csv: await readFile(call, 'import_file') })
    },
    'import_contacts',
  )

  // The table is the answer; nothing is mailed.
  addRoute('POST', '/contacts/export', async (call) => {
    const filter = Array.isArray(call.body.payload) ? await readFilter(call, contactKeys) : undefined
    const label = readText(call.body.label)
    const input = { ...(filter && { filter }), ...(label && { labels: [label] }) }
    return csv(await call.invoke<AsyncIterable<string>>('export_contacts', input))
  })

  addRoute('GET', '/contacts/:contact_id/attachments', async (call) => {
    const contact_id = requireId(call.params.contact_id)
    const { conversations } = await call.invoke<{ conversations: Conversation[] }>('get_contact', {
      contact_id,
      recent_messages: 0,
    })
    const files = []
    for (const { id } of conversations) files.push(...(await filesOf(call, id, contact_id)))
    return { meta: { total_count: files.length }, payload: files.slice(0, FILES) }
  })

  addRoute('GET', '/conversations/:conversation_id/attachments', async (call) => {
    const { id, contact } = await loadConversation(call)
    const payload = await filesOf(call, id, contact.id)
    return { meta: { total_count: payload.length }, payload }
  })

  addRoute('POST', '/conversations/:conversation_id/transcript', async ({ invoke, params, body }) => {
    const email = readText(body.email) ?? reject('missing_field', 'Give the e-mail address to send it to.', 'email')
    await invoke('send_transcript', { conversation_id: requireId(params.conversation_id), email })
  })
}

/** The files of a conversation, latest first. */
async function filesOf(call: ClassicCall, conversation_id: string, contact_id: string) {
  const input = { conversation_id, with_files: true }
  const messages = await listAll<Message>(call.invoke, 'get_conversation_messages', input, FILES)
  const authors = await loadAuthors(call, [contact_id])
  return messages.flatMap((message) =>
    message.attachments.map((each) => ({
      ...classicAttachment(each, message.id, call.account),
      created_at: seconds(message.created_at),
      sender: senderOf(message.author, authors),
    })),
  )
}

/** The text of a file in a form. */
async function readFile({ request }: ClassicCall, field: string): Promise<string> {
  if (!isMultipart(request.raw)) reject('missing_field', `Send the CSV as the file ${field} of a form.`, field)
  let found: string | undefined
  for await (const { name, content } of readMultipart(request.raw, MAX_IMPORT)) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    if (name === field) found = Buffer.concat(chunks).toString('utf8')
  }
  return found ?? reject('missing_field', `Send the CSV as the file ${field} of a form.`, field)
}
