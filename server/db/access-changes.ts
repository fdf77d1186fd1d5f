const watchers = new Set<() => void>()

/** Tables that decide who a caller is and what they may do. */
const CHANGES =
  /\b(?:into|update|delete from)\s+(?:accounts|users|memberships|sessions|api_keys|user_tokens|agent_bots|oauth_tokens)\b|\bdelete_account\b/i

/** Whether a statement may change the rights of somebody. */
export function changesAccess(text: string): boolean {
  return CHANGES.test(text)
}

/** Calls the watcher after each commit of this process that may have changed somebody's rights. */
export function watchAccess(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function announceAccessChange(): void {
  for (const watcher of watchers) watcher()
}
