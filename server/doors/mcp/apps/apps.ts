import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import { type Locale, words } from './words.ts'

/** Views that clients with MCP Apps show beside the text of an answer: a board, a chart of a report, a card of a change. */
const views = {
  board: ['crm_list_leads', 'crm_list_opportunities'],
  report: [
    'analyze_lead_response_times',
    'get_agents_report',
    'get_crm_agent_performance',
    'get_crm_conversion_report',
    'get_crm_funnel',
    'get_crm_lost_reasons_breakdown',
    'get_crm_report',
    'get_overview_report',
  ],
  card: [
    'crm_mark_lead_lost',
    'crm_mark_opportunity_outcome',
    'crm_move_lead_stage',
    'crm_move_opportunity_stage',
    'resolve_conversation',
  ],
} as const

type View = keyof typeof views

const MIME = 'text/html;profile=mcp-app'
const uriOf = (view: string) => `ui://hilo/${view}`
const view_of_tool = new Map(
  Object.entries(views).flatMap(([view, tools]) => tools.map((tool): [string, string] => [tool, uriOf(view)])),
)

/** The meta data of a tool that has a view. */
export function viewMeta(tool: string): { _meta?: { ui: { resourceUri: string } } } {
  const resourceUri = view_of_tool.get(tool)
  return resourceUri ? { _meta: { ui: { resourceUri } } } : {}
}

type App = { name: string; title: string; description: string; mimeType: string; html: string }

const built = new Map<Locale, Record<string, App>>()

/** The views in a language, by address. Their pages are built once. */
export function apps(locale: Locale): Record<string, App> {
  const known =
    built.get(locale) ??
    Object.fromEntries(Object.keys(views).map((view) => [uriOf(view), build(view as View, locale)]))
  built.set(locale, known)
  return known
}

export function readApp(uri: string, locale: Locale): ReadResourceResult | undefined {
  const app = apps(locale)[uri]
  if (!app) return undefined
  // Without domains the host lets the page load nothing and call nobody.
  const ui = {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  }
  return { contents: [{ uri, mimeType: app.mimeType, text: app.html, _meta: { ui } }] }
}

/** A page with nothing from outside; its policy allows exactly its own script and style. */
function build(view: View, locale: Locale): App {
  const title = words[locale][view]
  const style = read('view.css')
  const texts = JSON.stringify(words[locale]).replaceAll('<', '\\u003c')
  const script = `'use strict'\nconst locale = '${locale}'\nconst words = ${texts}\n${read('host.js')}\n${read(`${view}.js`)}`
  const policy = `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(style)}'; base-uri 'none'; form-action 'none'`
  const html =
    `<!doctype html>\n<html lang="${locale}">\n<head>\n<meta charset="utf-8">\n` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta name="viewport" content="width=device-width">\n` +
    `<title>${title}</title>\n<style>${style}</style>\n</head>\n<body>\n<main id="view" aria-live="polite">${words[locale].waiting}</main>\n` +
    `<script>${script}</script>\n</body>\n</html>\n`
  return { name: view, title, description: `Hilo: ${title}`, mimeType: MIME, html }
}

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
