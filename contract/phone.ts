/** The stored form of a number in E.164: in three countries, networks and people write one number in several ways. */
export function canonicalPhone(e164: string): string {
  return (
    e164
      // Mexico dropped the 1 of mobiles in 2019; messengers still send it.
      .replace(/^\+521([2-9]\d{9})$/, '+52$1')
      // Argentina: the domestic 15 of a mobile follows an area code of two to four digits; abroad it is a leading 9.
      .replace(/^\+549?(11(?=15\d{8}$)|[23]\d{2}(?=15\d{7}$)|[23]\d{3}(?=15\d{6}$))15/, '+549$1')
      // Mobiles and landlines look alike without the 9, and customers write from mobiles.
      .replace(/^\+54(11\d{8}|[23]\d{9})$/, '+549$1')
      // Brazil put a 9 before the eight digits of mobiles; those of landlines begin with 2 to 5.
      .replace(/^\+55([1-9]{2})([6-9]\d{7})$/, (_, area, number) => `+55${area}9${number}`)
  )
}

/** All forms in E.164 of one person's number, the canonical one first: candidates for a look-up. */
export function phoneVariants(e164: string): string[] {
  const canonical = canonicalPhone(e164)
  const former = canonical
    .replace(/^\+52([2-9]\d{9})$/, '+521$1')
    .replace(/^\+549(11\d{8}|[23]\d{9})$/, '+54$1')
    .replace(/^\+55([1-9]{2})9([6-9]\d{7})$/, '+55$1$2')
  return former === canonical ? [canonical] : [canonical, former]
}

/** True if the identifier, such as 187654321098765@lid, names this number as an id of WhatsApp that is no phone number. */
export function isLinkedId(phone: string, identifier: string | null | undefined): boolean {
  return identifier?.trim() === `${phone.replace(/\D/g, '')}@lid`
}
