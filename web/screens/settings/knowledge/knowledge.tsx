export function Knowledge() {
  return null
}
