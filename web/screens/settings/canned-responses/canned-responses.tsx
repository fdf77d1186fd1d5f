export function CannedResponses() {
  return null
}
