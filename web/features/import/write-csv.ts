/** Writes CSV for spreadsheets. Text that looks like a formula is escaped. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map((text) => `"${escapeFormula(text).replaceAll('"', '""')}"`).join(','))
  // The byte order mark tells spreadsheets that the file is UTF-8.
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

const escapeFormula = (text: string) => (/^\s*[=+\-@|%＝＋－＠]/.test(text) ? `'${text}` : text)
