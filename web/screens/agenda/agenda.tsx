export function Agenda() {
  return null
}
