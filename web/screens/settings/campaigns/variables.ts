type Piece = { text: string; path?: string }

/** A text cut where its variables stand, so that they can be shown apart. Filling them in is the server's. */
export function pieces(content: string): Piece[] {
  const cut = content.split(/(\{\{\s*[a-z_]+(?:\.\w+)+[^{}]*\}\})/)
  return cut.filter(Boolean).map((text) => {
    const path = /^\{\{\s*([\w.]+)/.exec(text)?.[1]
    return path ? { text, path } : { text }
  })
}

/** The text with a variable put in where the cursor is, and where the cursor stands afterwards. */
export function insertVariable(content: string, path: string, at: number): { content: string; cursor: number } {
  const variable = `{{${path}}}`
  return { content: content.slice(0, at) + variable + content.slice(at), cursor: at + variable.length }
}
