import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import { apps, readApp } from '#doors/mcp/apps/apps.ts'
import type { Toolbox, ToolRequest } from '#doors/mcp/toolbox.ts'

/** Records that have an address in the web app, and the tool that reads each. */
const records = {
  contacts: { tool: 'get_contact', field: 'contact_id', title: 'Contact' },
  conversations: { tool: 'get_conversation_detail', field: 'conversation_id', title: 'Conversation' },
  leads: { tool: 'crm_get_lead', field: 'lead_id', title: 'Lead' },
  opportunities: { tool: 'crm_get_opportunity', field: 'opportunity_id', title: 'Opportunity' },
  properties: { tool: 'get_crm_property_detail', field: 'property_id', title: 'Property' },
} as const

type Folder = keyof typeof records

/** The views of tools on this connection. Records are read by their url. */
export function listResources(toolbox: Toolbox, context: ToolRequest): Resource[] {
  const listed = toolbox.list(context)
  const used = new Set(listed.map(({ _meta }) => (_meta?.ui as { resourceUri?: string } | undefined)?.resourceUri))
  return Object.entries(apps(context.caller.actor.account.locale))
    .filter(([uri]) => used.has(uri))
    .map(([uri, { name, title, description, mimeType }]) => ({ uri, name, title, description, mimeType }))
}

/** One template per kind of record, as far as the connection has its tool. */
export function listTemplates(toolbox: Toolbox, context: ToolRequest, base_url: string): ResourceTemplateType[] {
  const { id } = context.caller.actor.account
  const listed = new Set(toolbox.list(context).map(({ name }) => name))
  return Object.entries(records)
    .filter(([, { tool }]) => listed.has(tool))
    .map(([folder, { tool, field, title }]) => ({
      uriTemplate: `${base_url}/app/${id}/${folder}/{${field}}`,
      name: folder,
      title,
      description: `The record behind a url of the tools, as ${tool} answers it`,
      mimeType: 'application/json',
    }))
}

/**
 * Reads a view, or a record by its url with the tool that shows it: with the caller's rights and visibility, and only if
 * the connection has that tool. Undefined if there is nothing the caller may see there.
 */
export async function readResource(
  toolbox: Toolbox,
  context: ToolRequest,
  base_url: string,
  uri: string,
): Promise<ReadResourceResult | undefined> {
  const { locale, id: account_id } = context.caller.actor.account
  if (uri.startsWith('ui://')) return readApp(uri, locale)
  const prefix = `${base_url}/app/${account_id}/`
  const [, folder, id] = (uri.startsWith(prefix) && /^([a-z]+)\/(\d{1,18})$/.exec(uri.slice(prefix.length))) || []
  if (!folder || !Object.hasOwn(records, folder)) return undefined
  const { tool: name, field } = records[folder as Folder]
  const tool = toolbox.list(context).some((each) => each.name === name) ? toolbox.find(name) : undefined
  if (!tool) return undefined
  const { json, isError } = await toolbox.call(context, tool, { [field]: id })
  return isError ? undefined : { contents: [{ uri, mimeType: 'application/json', text: json }] }
}
