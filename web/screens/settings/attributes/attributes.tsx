export function Attributes() {
  return null
}
