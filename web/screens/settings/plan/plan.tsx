export function Plan() {
  return null
}
