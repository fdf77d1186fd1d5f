export function Pipeline() {
  return null
}
