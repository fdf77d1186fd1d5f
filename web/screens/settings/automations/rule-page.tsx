export function RulePage() {
  return null
}
