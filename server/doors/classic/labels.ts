import type { Label } from '#contract/records/label.ts'
import { type Body, pickDefined, requireId, readWords, unwrap } from '#doors/classic/request.ts'
import { type Invoke, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { classicLabel } from '#doors/classic/shapes/workspace.ts'
import { Problem, reject } from '#kernel/problem.ts'

/** The labels of the workspace. */
export function addLabelRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/labels', async ({ invoke }) => ({ payload: (await listLabels(invoke)).map(classicLabel) }))

  addRoute('POST', '/labels', async ({ invoke, body }) => {
    return classicLabel(await invoke('create_label', fieldsOf(unwrap(body, 'label'))))
  })

  addRoute('GET', '/labels/:label_id', async ({ invoke, params }) => {
    const label = (await listLabels(invoke)).find(({ id }) => id === params.label_id)
    return classicLabel(label ?? reject('not_found', 'There is no such label; list the labels.'))
  })

  addRoute(UPDATE, '/labels/:label_id', async ({ invoke, params, body }) => {
    const input = { label_id: requireId(params.label_id), ...fieldsOf(unwrap(body, 'label')) }
    return classicLabel(await invoke('update_label', input))
  })

  addRoute('DELETE', '/labels/:label_id', async ({ invoke, params }) => {
    await invoke('delete_label', { label_id: requireId(params.label_id) })
  })
}

function fieldsOf({ title, description, color }: Body): Body {
  return pickDefined({ title, description: description ?? undefined, color: color ?? undefined })
}

/** Returns the titles. Classic labels are free text, so labels the workspace lacks are created first. */
export async function ensureLabels(invoke: Invoke, labels: unknown): Promise<string[]> {
  const titles = readWords(labels)
  const known = new Set((await listLabels(invoke)).map(({ title }) => title.toLowerCase()))
  for (const title of titles.filter((each) => !known.has(each.toLowerCase()))) {
    await invoke('create_label', { title }).catch((error: unknown) => {
      // Another request created it meanwhile, or it was sent twice in different case.
      if (!(error instanceof Problem && error.code === 'duplicate_value')) throw error
    })
  }
  return titles
}

async function listLabels(invoke: Invoke): Promise<Label[]> {
  return (await invoke<{ items: Label[] }>('list_labels')).items
}
