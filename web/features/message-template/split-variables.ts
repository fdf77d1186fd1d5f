type Segment = { text: string; path?: string; otherwise?: string }

/** Splits a text at its variables and their defaults. The server fills them in. */
export function splitVariables(content: string): Segment[] {
  const cut = content.split(/(\{\{\s*[a-z_]+(?:\.\w+)+[^{}]*\}\})/)
  return cut.filter(Boolean).map((text) => {
    const path = /^\{\{\s*([a-z_]+(?:\.\w+)+)/.exec(text)?.[1]
    if (!path) return { text }
    const otherwise = /\|\s*default:\s*(?:"([^"]*)"|'([^']*)')/.exec(text)
    return { text, path, ...(otherwise && { otherwise: otherwise[1] ?? otherwise[2] ?? '' }) }
  })
}
