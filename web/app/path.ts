/** The path of a record's address: the app may be open under another host than the server's own. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url, window.location.href)
  return pathname + search
}
