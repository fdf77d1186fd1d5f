export function Reports() {
  return null
}
