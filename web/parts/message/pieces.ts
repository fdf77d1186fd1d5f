type Piece = { text: string; path?: string; otherwise?: string }

/** A text cut where its variables stand, each with what it says where nothing is known. Filling them in is the server's. */
export function pieces(content: string): Piece[] {
  const cut = content.split(/(\{\{\s*[a-z_]+(?:\.\w+)+[^{}]*\}\})/)
  return cut.filter(Boolean).map((text) => {
    const path = /^\{\{\s*([a-z_]+(?:\.\w+)+)/.exec(text)?.[1]
    if (!path) return { text }
    const otherwise = /\|\s*default:\s*(?:"([^"]*)"|'([^']*)')/.exec(text)
    return { text, path, ...(otherwise && { otherwise: otherwise[1] ?? otherwise[2] ?? '' }) }
  })
}
