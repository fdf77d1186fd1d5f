import type { Label } from '#contract/records/label.ts'
import { type Body, given, idOf, readWords, unwrapped } from '#doors/classic/reading.ts'
import { type Act, type Routes, UPDATE } from '#doors/classic/route.ts'
import { classicLabel } from '#doors/classic/shapes/workspace.ts'
import { Problem, reject } from '#kernel/problem.ts'

/** The labels of the workspace. */
export function openLabels(routes: Routes): void {
  routes('GET', '/labels', async ({ act }) => ({ payload: (await listLabels(act)).map(classicLabel) }))

  routes('POST', '/labels', async ({ act, body }) => {
    return classicLabel(await act('create_label', fieldsOf(unwrapped(body, 'label'))))
  })

  routes('GET', '/labels/:label_id', async ({ act, params }) => {
    const label = (await listLabels(act)).find(({ id }) => id === params.label_id)
    return classicLabel(label ?? reject('not_found', 'There is no such label.'))
  })

  routes(UPDATE, '/labels/:label_id', async ({ act, params, body }) => {
    const input = { label_id: idOf(params.label_id), ...fieldsOf(unwrapped(body, 'label')) }
    return classicLabel(await act('update_label', input))
  })

  routes('DELETE', '/labels/:label_id', async ({ act, params }) => {
    await act('delete_label', { label_id: idOf(params.label_id) })
  })
}

function fieldsOf({ title, description, color }: Body): Body {
  return given({ title, description: description ?? undefined, color: color ?? undefined })
}

/** The titles sent. Classic labels are free words, so those the workspace lacks are made first. */
export async function ensureLabels(act: Act, labels: unknown): Promise<string[]> {
  const titles = readWords(labels)
  const known = new Set((await listLabels(act)).map(({ title }) => title.toLowerCase()))
  for (const title of titles.filter((each) => !known.has(each.toLowerCase()))) {
    await act('create_label', { title }).catch((error: unknown) => {
      // Somebody else has made it in the meantime, or it was sent twice in other letters.
      if (!(error instanceof Problem && error.code === 'duplicate_value')) throw error
    })
  }
  return titles
}

async function listLabels(act: Act): Promise<Label[]> {
  return (await act<{ items: Label[] }>('list_labels')).items
}
