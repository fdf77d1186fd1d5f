export function LeadForms() {
  return null
}
