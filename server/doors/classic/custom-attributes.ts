import type { CustomAttribute } from '#contract/records/workspace.ts'
import { type Body, pickDefined, requireId, readText, readWords, unwrap } from '#doors/classic/request.ts'
import { type Invoke, noContent, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { attributeModel, attributeType, classicAttribute } from '#doors/classic/shapes/workspace.ts'
import { reject } from '#kernel/problem.ts'

const PATH = '/custom_attribute_definitions'

/** Definitions of the custom attributes of contacts and conversations. */
export function addCustomAttributeRoutes(addRoute: AddRoute): void {
  addRoute('GET', PATH, async ({ invoke, query }) => {
    const model = attributeModel(query.attribute_model)
    const wanted = (await list(invoke)).filter((each) => model === undefined || each.model === model)
    return wanted.map(classicAttribute)
  })

  addRoute('POST', PATH, async ({ invoke, body }) => {
    return classicAttribute(await invoke('create_custom_attribute', fieldsOf(body)))
  })

  addRoute('GET', `${PATH}/:definition_id`, async ({ invoke, params }) => {
    const definition = (await list(invoke)).find(({ id }) => id === params.definition_id)
    return classicAttribute(
      definition ?? reject('not_found', 'There is no such definition; list the custom attributes.'),
    )
  })

  addRoute(UPDATE, `${PATH}/:definition_id`, async ({ invoke, params, body }) => {
    const input = { custom_attribute_id: requireId(params.definition_id), ...fieldsOf(body) }
    return classicAttribute(await invoke('update_custom_attribute', input))
  })

  addRoute('DELETE', `${PATH}/:definition_id`, async ({ invoke, params }) => {
    await invoke('delete_custom_attribute', { custom_attribute_id: requireId(params.definition_id) })
    return noContent
  })
}

function fieldsOf(body: Body): Body {
  const fields = unwrap(body, 'custom_attribute_definition')
  return pickDefined({
    display_name: fields.attribute_display_name ?? undefined,
    key: fields.attribute_key ?? undefined,
    model: attributeModel(fields.attribute_model ?? undefined),
    type: attributeType(fields.attribute_display_type ?? undefined),
    description: fields.attribute_description === '' ? '' : readText(fields.attribute_description),
    values: fields.attribute_values == null ? undefined : readValues(fields.attribute_values),
  })
}

/** The values of a list. Some clients send a null where there are none. */
function readValues(values: unknown): string[] {
  return readWords(Array.isArray(values) ? values.filter((each) => each !== null) : values)
}

async function list(invoke: Invoke): Promise<CustomAttribute[]> {
  const { items } = await invoke<{ items: CustomAttribute[] }>('list_custom_attributes')
  return items.filter(({ model }) => model === 'contact_attribute' || model === 'conversation_attribute')
}
