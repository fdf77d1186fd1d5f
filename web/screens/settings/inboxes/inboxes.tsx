export function Inboxes() {
  return null
}
