export function Pipelines() {
  return null
}
