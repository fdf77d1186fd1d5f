import type { ContactNote } from '#contract/records/contact.ts'
import { requireId, unwrap } from '#doors/classic/request.ts'
import { type Invoke, type ClassicCall, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { classicNote } from '#doors/classic/shapes/note.ts'
import { reject } from '#kernel/problem.ts'

/** Internal notes about a contact. */
export function addContactNoteRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/contacts/:contact_id/notes', async ({ invoke, account, params }) => {
    const notes = await loadNotes(invoke, requireId(params.contact_id))
    return notes.map((note) => classicNote(note, account))
  })

  addRoute('POST', '/contacts/:contact_id/notes', async ({ invoke, account, params, body }) => {
    const input = { contact_id: requireId(params.contact_id), body: unwrap(body, 'note').content }
    return classicNote(await invoke('add_contact_note', input), account)
  })

  addRoute('GET', '/contacts/:contact_id/notes/:note_id', async ({ invoke, account, params }) => {
    const notes = await loadNotes(invoke, requireId(params.contact_id))
    const note =
      notes.find(({ id }) => id === params.note_id) ??
      reject('not_found', 'There is no such note; list the notes of the contact.')
    return classicNote(note, account)
  })

  addRoute(UPDATE, '/contacts/:contact_id/notes/:note_id', async (call) => {
    const input = { ...idsOf(call), body: unwrap(call.body, 'note').content }
    return classicNote(await call.invoke('update_contact_note', input), call.account)
  })

  addRoute('DELETE', '/contacts/:contact_id/notes/:note_id', async (call) => {
    await call.invoke('delete_contact_note', idsOf(call))
  })
}

function idsOf({ params }: ClassicCall) {
  return { contact_id: requireId(params.contact_id), note_id: requireId(params.note_id) }
}

/** All notes, newest first, because classic clients do not page them. */
async function loadNotes(invoke: Invoke, contact_id: string): Promise<ContactNote[]> {
  const notes: ContactNote[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await invoke<{ items: ContactNote[]; next_cursor: string | null }>('list_contact_notes', {
      contact_id,
      limit: 100,
      ...(cursor && { cursor }),
    })
    notes.push(...page.items)
    cursor = page.next_cursor
  }
  return notes
}
