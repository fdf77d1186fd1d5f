export function Labels() {
  return null
}
