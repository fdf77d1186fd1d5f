import { channelCapabilities } from '#contract/channels.ts'
import type { ChannelTemplate } from '#contract/records/channel.ts'
import type { CampaignTemplate } from '#contract/records/campaign.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { checkTemplateParameters, objectionToFile } from '#contract/template-parameters.ts'
import { getHeaderFile } from '#domains/conversations/messages/header-file.ts'
import * as templates from '#domains/workspace/inboxes/templates.ts'
import { fillTemplate, mapTexts, type TemplateContext, unknownVariables } from '#domains/workspace/variables.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The message of a campaign as stored. A template brings its own text, in which its values are variables. */
export async function checkMessage(
  ctx: Context,
  inbox: Pick<Inbox, 'id' | 'channel'>,
  { content, template }: { content?: string | undefined; template?: CampaignTemplate | null | undefined },
): Promise<{ content: string; template: CampaignTemplate | null }> {
  const { templates: hasTemplates, window_hours } = channelCapabilities[inbox.channel]
  if (!template) {
    if (hasTemplates && window_hours !== null)
      reject('missing_field', `A campaign through ${inbox.channel} sends an approved template; choose one.`, 'template')
    return { content: checkContent(content ?? ''), template: null }
  }
  if (!hasTemplates) reject('not_supported_by_channel', `${inbox.channel} has no templates; leave it out.`, 'template')
  const found = await templates.find(ctx, inbox.id, template)
  const reason = reasonUnsendable(found, template)
  if (reason) return reject('invalid_value', reason, 'template')
  const [problem] = checkTemplateParameters(found!, template.parameters, false)
  if (problem) return reject('missing_field', problem.detail, `template/parameters/${problem.field}`)
  const file = await getHeaderFile(ctx, template)
  const objection = file && objectionToFile(found!, file.file_type)
  if (objection) return reject('invalid_value', objection, 'template/parameters/header')
  checkVariables(JSON.stringify(template.parameters).replaceAll(String.raw`\"`, '"'), 'template')
  return { content: templates.render(found!, template.parameters), template }
}

/** Why a template cannot be sent now; undefined if it can. */
export function reasonUnsendable(
  found: Pick<ChannelTemplate, 'status'> | undefined,
  { name, language }: CampaignTemplate,
): string | undefined {
  if (!found) return `There is no template ${name} in ${language}.`
  return found.status === 'APPROVED' ? undefined : `The template ${name} cannot be sent; its status is ${found.status}.`
}

/** The values of a template for one contact. */
export function fillParameters(
  parameters: CampaignTemplate['parameters'],
  context: TemplateContext,
): CampaignTemplate['parameters'] {
  return mapTexts(parameters, (text) => oneLine(fillTemplate(text, context)))
}

/** Providers refuse line breaks in values. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Rejects empty text and unknown variables. */
function checkContent(content: string): string {
  if (!content.trim()) reject('missing_field', 'Write the message to send.', 'content')
  checkVariables(content, 'content')
  return content
}

function checkVariables(text: string, field: string): void {
  const unknown = [...new Set(unknownVariables(text))].map((name) => `{{${name}}}`)
  if (unknown.length > 0)
    reject('invalid_value', `Unknown variable: ${unknown.join(', ')}. Correct or remove it.`, field)
}
