/** Whose token it is. Tokens of one visitor differ by when they end. */
export function visitorIn(token: string): string {
  const body = token.split('.')[1] ?? ''
  try {
    return (JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as { source_id: string }).source_id
  } catch {
    return ''
  }
}
