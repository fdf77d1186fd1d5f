import type { ContactNote } from '#contract/records/contact.ts'
import { idOf, unwrapped } from '#doors/classic/reading.ts'
import { type Act, type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicNote } from '#doors/classic/shapes/note.ts'
import { reject } from '#kernel/problem.ts'

/** Internal notes about a contact. */
export function openContactNotes(routes: Routes): void {
  routes('GET', '/contacts/:contact_id/notes', async ({ act, account, params }) => {
    const notes = await everyNote(act, idOf(params.contact_id))
    return notes.map((note) => classicNote(note, account))
  })

  routes('POST', '/contacts/:contact_id/notes', async ({ act, account, params, body }) => {
    const input = { contact_id: idOf(params.contact_id), body: unwrapped(body, 'note').content }
    return classicNote(await act('add_contact_note', input), account)
  })

  routes('GET', '/contacts/:contact_id/notes/:note_id', async ({ act, account, params }) => {
    const notes = await everyNote(act, idOf(params.contact_id))
    const note = notes.find(({ id }) => id === params.note_id) ?? reject('not_found', 'There is no such note.')
    return classicNote(note, account)
  })

  routes(UPDATE, '/contacts/:contact_id/notes/:note_id', async (asked) => {
    const input = { ...which(asked), body: unwrapped(asked.body, 'note').content }
    return classicNote(await asked.act('update_contact_note', input), asked.account)
  })

  routes('DELETE', '/contacts/:contact_id/notes/:note_id', async (asked) => {
    await asked.act('delete_contact_note', which(asked))
  })
}

function which({ params }: Asked) {
  return { contact_id: idOf(params.contact_id), note_id: idOf(params.note_id) }
}

/** All notes, newest first: classic clients know no pages of them. */
async function everyNote(act: Act, contact_id: string): Promise<ContactNote[]> {
  const notes: ContactNote[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await act<{ items: ContactNote[]; next_cursor: string | null }>('list_contact_notes', {
      contact_id,
      limit: 100,
      ...(cursor && { cursor }),
    })
    notes.push(...page.items)
    cursor = page.next_cursor
  }
  return notes
}
