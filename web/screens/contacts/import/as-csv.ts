/** Rows as a file that spreadsheets open; what they would take for a formula stays text. */
export function asCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map((text) => `"${guarded(text).replaceAll('"', '""')}"`).join(','))
  // The mark says that it is UTF-8.
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

const guarded = (text: string) => (/^\s*[=+\-@|%]/.test(text) ? `'${text}` : text)
