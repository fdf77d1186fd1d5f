export function Properties() {
  return null
}
