export function LostReasons() {
  return null
}
