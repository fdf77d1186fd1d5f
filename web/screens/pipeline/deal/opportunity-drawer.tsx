export function OpportunityDrawer() {
  return null
}
