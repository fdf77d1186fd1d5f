import {
  checkTemplateParameters,
  type TemplateParameters,
  type TemplateValue,
  templateValueOf,
  templateValues,
} from '#contract/template-parameters.ts'
import type { NewTemplate, ProviderTemplate } from '#kernel/connector.ts'
import { ask } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { object, objects, type Payload, text } from '#channels/meta/payload.ts'
import { whatsappRefusal } from './errors.ts'
import { withHeaderFile } from './header-file.ts'

const FIELDS = 'id,name,language,status,category,components,parameter_format,rejected_reason'
const PAGE_SIZE = 100
/** More than an account can have: 6,000 templates. */
const MAX_PAGES = 100

/** All templates of the business account, without those being deleted. */
export async function listTemplates(graph: Graph, business_account_id: string): Promise<ProviderTemplate[]> {
  const found: ProviderTemplate[] = []
  let after: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { fields: FIELDS, limit: String(PAGE_SIZE), ...(after && { after }) }
    const answer = await ask(
      graph(`${business_account_id}/message_templates`, { query, most: PAGE_BYTES }),
      whatsappRefusal,
    )
    found.push(...objects(answer.data).flatMap(readTemplate))
    const next = nextPage(object(answer.paging))
    if (next === undefined || next === after) break
    after = next
  }
  return found.filter(({ status }) => !['DELETED', 'PENDING_DELETION'].includes(status))
}

const PAGE_BYTES = 8 * 1024 * 1024

/** Submits a template for approval. */
export async function createTemplate(
  graph: Graph,
  business_account_id: string,
  { parameter_format = 'positional', header_file, ...given }: NewTemplate,
): Promise<ProviderTemplate> {
  const template = header_file ? await withHeaderFile(graph, given, header_file) : given
  const body = {
    ...template,
    category: template.category.toUpperCase(),
    parameter_format: parameter_format.toUpperCase(),
  }
  const answer = await ask(graph(`${business_account_id}/message_templates`, { method: 'POST', body }), whatsappRefusal)
  return {
    ...template,
    parameter_format,
    external_id: text(answer.id) ?? '',
    status: text(answer.status) ?? 'PENDING',
    // Meta may move it to another category.
    category: text(answer.category) ?? body.category,
  }
}

function readTemplate(template: Payload): ProviderTemplate[] {
  const [name, language] = [text(template.name), text(template.language)]
  if (!name || !language) return []
  const rejected = text(template.rejected_reason)
  return [
    {
      external_id: text(template.id) ?? '',
      name,
      language,
      category: text(template.category) ?? '',
      status: text(template.status) ?? '',
      parameter_format: text(template.parameter_format)?.toUpperCase() === 'NAMED' ? 'named' : 'positional',
      components: objects(template.components),
      rejected_reason: rejected === 'NONE' ? null : (rejected ?? null),
    },
  ]
}

/** The cursor of the next page. The address in `next` is not called: it contains the token. */
function nextPage({ next, cursors }: Payload): string | undefined {
  const address = text(next)
  if (address === undefined) return undefined
  const cursor = URL.canParse(address) ? new URL(address).searchParams.get('after') : null
  return text(object(cursors).after) ?? cursor ?? undefined
}

/** The template with its values as Meta wants them. `media` refers to the file of the header. */
export function templatePayload(template: ProviderTemplate, parameters: TemplateParameters, media: object | undefined) {
  const values = templateValues(template)
  const isNamed = template.parameter_format === 'named'
  const toParameter = (value: TemplateValue) => {
    const given = templateValueOf(value, parameters)
    if (value.type === 'payload') return { type: 'payload', payload: given }
    if (value.type === 'coupon_code') return { type: 'coupon_code', coupon_code: given }
    if (value.type === 'text' && isNamed) return { type: 'text', parameter_name: value.key, text: given }
    if (value.type === 'text' || value.type === 'url') return { type: 'text', text: given }
    return { type: value.type, [value.type]: value.type === 'location' ? given : media }
  }
  const partWith = (part: TemplateValue['part']) => {
    const found = values.filter((value) => value.part === part).map(toParameter)
    return found.length > 0 ? [{ type: part, parameters: found }] : []
  }
  const buttons = values
    .filter((value) => value.part === 'button' && templateValueOf(value, parameters) !== undefined)
    .map((value) => ({
      type: 'button',
      sub_type: buttonTypes[value.type],
      index: value.key,
      parameters: [toParameter(value)],
    }))
  const components = [...partWith('header'), ...partWith('body'), ...buttons]
  return {
    name: template.name,
    language: { policy: 'deterministic', code: template.language },
    ...(components.length > 0 && { components }),
  }
}

const buttonTypes: Partial<Record<TemplateValue['type'], string>> = {
  payload: 'quick_reply',
  url: 'url',
  coupon_code: 'copy_code',
}

/** One sentence about everything that is wrong with the values, or undefined. */
export function objectionTo(
  template: ProviderTemplate,
  parameters: TemplateParameters,
  hasFile: boolean,
): string | undefined {
  const problems = checkTemplateParameters(template, parameters, hasFile).map(({ detail }) => detail)
  return problems.length > 0 ? problems.join(' ') : undefined
}
