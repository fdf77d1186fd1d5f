import type { Inbox } from '#contract/records/inbox.ts'
import type { CannedResponse } from '#contract/records/workspace.ts'
import { pickDefined, requireId, readId, readText, unwrap } from '#doors/classic/request.ts'
import { type Invoke, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { classicCannedResponse } from '#doors/classic/shapes/workspace.ts'
import { reject } from '#kernel/problem.ts'

/** Canned responses. Ours belong to an inbox; classic clients name none, so they get the oldest inbox. */
export function addCannedResponseRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/canned_responses', async ({ invoke, account, query }) => {
    const words = readText(query.search)?.toLowerCase() ?? ''
    const found = (await list(invoke)).filter(({ short_code, content }) =>
      `${short_code}\n${content}`.toLowerCase().includes(words),
    )
    return found.map((response) => classicCannedResponse(response, account))
  })

  addRoute('POST', '/canned_responses', async ({ invoke, account, body }) => {
    const { short_code, content, inbox_id } = unwrap(body, 'canned_response')
    const inbox = readId(inbox_id) ?? (await oldestInbox(invoke))
    return classicCannedResponse(
      await invoke('create_canned_response', pickDefined({ short_code, content, inbox })),
      account,
    )
  })

  addRoute(UPDATE, '/canned_responses/:canned_response_id', async ({ invoke, account, params, body }) => {
    const { short_code: new_short_code, content: new_content } = unwrap(body, 'canned_response')
    const input = pickDefined({ short_code: requireId(params.canned_response_id), new_short_code, new_content })
    return classicCannedResponse(await invoke('edit_canned_response', input), account)
  })

  addRoute('DELETE', '/canned_responses/:canned_response_id', async ({ invoke, params }) => {
    await invoke('delete_canned_response', { short_code: requireId(params.canned_response_id) })
  })
}

async function list(invoke: Invoke): Promise<CannedResponse[]> {
  return (await invoke<{ items: CannedResponse[] }>('list_canned_responses')).items
}

async function oldestInbox(invoke: Invoke): Promise<string> {
  const { items } = await invoke<{ items: Inbox[] }>('list_inboxes')
  const ids = items.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))
  return ids[0] ?? reject('invalid_state', 'A canned response belongs to an inbox; create an inbox first.')
}
