export function Conversation() {
  return null
}
