/** The text of a file. Falls back to windows-1252, in which spreadsheets on Windows still save CSV. */
export async function readTextFile(file: File) {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
