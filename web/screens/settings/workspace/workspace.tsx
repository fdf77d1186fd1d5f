export function Workspace() {
  return null
}
