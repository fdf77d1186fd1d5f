import type { CustomAttribute } from '#contract/records/workspace.ts'
import { given, readText, readWords, unwrapped } from '#doors/classic/reading.ts'
import type { Act, Routes } from '#doors/classic/route.ts'
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
    const sent = unwrapped(body, 'custom_attribute_definition')
    const input = given({
      display_name: sent.attribute_display_name,
      key: sent.attribute_key,
      model: attributeModel(sent.attribute_model),
      type: attributeType(sent.attribute_display_type),
      description: readText(sent.attribute_description),
      values: sent.attribute_values == null ? undefined : readWords(sent.attribute_values),
    })
    return classicAttribute(await act('create_custom_attribute', input))
  })

  routes('GET', `${PATH}/:definition_id`, async ({ act, params }) => {
    const definition = (await list(act)).find(({ id }) => id === params.definition_id)
    return classicAttribute(definition ?? reject('not_found', 'There is no such definition.'))
  })
}

async function list(act: Act): Promise<CustomAttribute[]> {
  return (await act<{ items: CustomAttribute[] }>('list_custom_attributes')).items
}
