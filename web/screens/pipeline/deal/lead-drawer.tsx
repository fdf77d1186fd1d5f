export function LeadDrawer() {
  return null
}
