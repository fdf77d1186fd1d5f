/** The visitor a token belongs to. A visitor's tokens differ only in when they expire. */
export function visitorIn(token: string): string {
  const body = token.split('.')[1] ?? ''
  try {
    return (JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as { source_id: string }).source_id
  } catch {
    return ''
  }
}
