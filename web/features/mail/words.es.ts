export const mailEs = {
  remove: (address: string) => `Quitar ${address}`,
}

export type MailWords = typeof mailEs
