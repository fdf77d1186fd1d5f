export function ClassicToken() {
  return null
}
