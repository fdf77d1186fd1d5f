/** The text of a file. Spreadsheets on Windows still save CSV in the old encoding, where UTF-8 does not fit. */
export async function readText(file: File) {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
