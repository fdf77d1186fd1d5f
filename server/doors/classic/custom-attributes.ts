import type { CustomAttribute } from '#contract/records/workspace.ts'
import { type Body, given, idOf, readText, readWords, unwrapped } from '#doors/classic/reading.ts'
import { type Act, no_content, type Routes, UPDATE } from '#doors/classic/route.ts'
import { attributeModel, attributeType, classicAttribute } from '#doors/classic/shapes/workspace.ts'
import { reject } from '#kernel/problem.ts'

const PATH = '/custom_attribute_definitions'

/** Which custom attributes contacts and conversations have. */
export function openCustomAttributes(routes: Routes): void {
  routes('GET', PATH, async ({ act, query }) => {
    const model = attributeModel(query.attribute_model)
    const wanted = (await list(act)).filter((each) => model === undefined || each.model === model)
    return wanted.map(classicAttribute)
  })

  routes('POST', PATH, async ({ act, body }) => {
    return classicAttribute(await act('create_custom_attribute', fieldsOf(body)))
  })

  routes('GET', `${PATH}/:definition_id`, async ({ act, params }) => {
    const definition = (await list(act)).find(({ id }) => id === params.definition_id)
    return classicAttribute(definition ?? reject('not_found', 'There is no such definition.'))
  })

  routes(UPDATE, `${PATH}/:definition_id`, async ({ act, params, body }) => {
    const input = { custom_attribute_id: idOf(params.definition_id), ...fieldsOf(body) }
    return classicAttribute(await act('update_custom_attribute', input))
  })

  routes('DELETE', `${PATH}/:definition_id`, async ({ act, params }) => {
    await act('delete_custom_attribute', { custom_attribute_id: idOf(params.definition_id) })
    return no_content
  })
}

function fieldsOf(body: Body): Body {
  const sent = unwrapped(body, 'custom_attribute_definition')
  return given({
    display_name: sent.attribute_display_name ?? undefined,
    key: sent.attribute_key ?? undefined,
    model: attributeModel(sent.attribute_model ?? undefined),
    type: attributeType(sent.attribute_display_type ?? undefined),
    description: sent.attribute_description === '' ? '' : readText(sent.attribute_description),
    values: sent.attribute_values == null ? undefined : readWords(sent.attribute_values),
  })
}

async function list(act: Act): Promise<CustomAttribute[]> {
  return (await act<{ items: CustomAttribute[] }>('list_custom_attributes')).items
}
