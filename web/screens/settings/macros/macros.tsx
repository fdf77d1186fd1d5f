export function Macros() {
  return null
}
