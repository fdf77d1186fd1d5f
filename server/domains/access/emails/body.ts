export type EmailBody = {
  /** The body, one entry per paragraph. */
  paragraphs: readonly string[]
  /** Tables below the paragraphs. */
  tables?: readonly EmailTable[]
  /** A button below the text; the plain-text version shows its URL. */
  link?: { label: string; url: string } | undefined
  /** Small print at the end. */
  footer?: string
}

/** The first column holds names, the others figures. */
export type EmailTable = { header: readonly string[]; rows: readonly (readonly string[])[] }

export function asText({ paragraphs, tables = [], link, footer }: EmailBody): string {
  const lists = tables.map(({ header, rows }) => [header, ...rows].map((row) => row.join(' | ')).join('\n'))
  const end = [...(link ? [`${link.label}: ${link.url}`] : []), ...(footer ? [footer] : [])]
  return [...paragraphs, ...lists, ...end].join('\n\n')
}

/** Uses inline styles only, because mail clients drop style sheets. */
export function asHtml({ paragraphs, tables = [], link, footer }: EmailBody): string {
  const body = paragraphs.map((each) => `<p style="margin:0 0 16px">${escape(each).replaceAll('\n', '<br>')}</p>`)
  const button = link
    ? `<p style="margin:24px 0"><a href="${escape(link.url)}" style="background:#0f766e;color:#fff;padding:10px 18px;border-radius:8px;text-decoration:none">${escape(link.label)}</a></p>`
    : ''
  const end = footer ? `<p style="margin:24px 0 0;font-size:13px;color:#57534e">${escape(footer)}</p>` : ''
  return `<!doctype html><html><body style="font:16px/1.5 system-ui,sans-serif;color:#1c1917;max-width:${tables.length > 0 ? 720 : 560}px;margin:0 auto;padding:24px">${body.join('')}${tables.map(tableHtml).join('')}${button}${end}</body></html>`
}

function tableHtml({ header, rows }: EmailTable): string {
  const cell = (tag: 'th' | 'td', text: string, place: number) =>
    `<${tag}${tag === 'th' ? ' scope="col"' : ''} style="padding:6px 8px;text-align:${place === 0 ? 'left' : 'right'};border-bottom:1px solid #e7e5e4">${escape(text)}</${tag}>`
  const line = (tag: 'th' | 'td', row: readonly string[]) =>
    `<tr>${row.map((text, place) => cell(tag, text, place)).join('')}</tr>`
  return `<table style="border-collapse:collapse;width:100%;margin:0 0 20px;font-size:14px"><thead>${line('th', header)}</thead><tbody>${rows.map((row) => line('td', row)).join('')}</tbody></table>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
