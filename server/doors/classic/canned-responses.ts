import type { Inbox } from '#contract/records/inbox.ts'
import type { CannedResponse } from '#contract/records/workspace.ts'
import { given, idOf, readId, readText, unwrapped } from '#doors/classic/reading.ts'
import { type Act, type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicCannedResponse } from '#doors/classic/shapes/workspace.ts'
import { reject } from '#kernel/problem.ts'

/** Canned responses. Here each belongs to an inbox; classic clients know of none, and are given the oldest. */
export function openCannedResponses(routes: Routes): void {
  routes('GET', '/canned_responses', async ({ act, account, query }) => {
    const words = readText(query.search)?.toLowerCase() ?? ''
    const found = (await list(act)).filter(({ short_code, content }) =>
      `${short_code}\n${content}`.toLowerCase().includes(words),
    )
    return found.map((response) => classicCannedResponse(response, account))
  })

  routes('POST', '/canned_responses', async ({ act, account, body }) => {
    const { short_code, content, inbox_id } = unwrapped(body, 'canned_response')
    const inbox = readId(inbox_id) ?? (await oldestInbox(act))
    return classicCannedResponse(await act('create_canned_response', given({ short_code, content, inbox })), account)
  })

  routes(UPDATE, '/canned_responses/:canned_response_id', async ({ act, account, params, body }) => {
    const { short_code: new_short_code, content: new_content } = unwrapped(body, 'canned_response')
    const input = given({ short_code: idOf(params.canned_response_id), new_short_code, new_content })
    return classicCannedResponse(await act('edit_canned_response', input), account)
  })

  routes('DELETE', '/canned_responses/:canned_response_id', async ({ act, params }) => {
    await act('delete_canned_response', { short_code: idOf(params.canned_response_id) })
  })
}

async function list(act: Act): Promise<CannedResponse[]> {
  return (await act<{ items: CannedResponse[] }>('list_canned_responses')).items
}

async function oldestInbox(act: Act): Promise<string> {
  const { items } = await act<{ items: Inbox[] }>('list_inboxes')
  const ids = items.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))
  return ids[0] ?? reject('invalid_state', 'A canned response belongs to an inbox; create one first.')
}
