export function Automations() {
  return null
}
