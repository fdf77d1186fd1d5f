/** Names of the slugs that sources and media have in reports; others are shown as they came. */
export const originsEs = {
  sources: {
    whatsapp: 'WhatsApp',
    facebook: 'Facebook',
    instagram: 'Instagram',
    website: 'Sitio web',
    email: 'Correo',
    phone: 'Teléfono',
    google: 'Google',
    tiktok: 'TikTok',
    telegram: 'Telegram',
    referral: 'Referido',
    offline: 'Medios físicos',
  } as Partial<Record<string, string>>,
  media: {
    messaging: 'Mensajería',
    social: 'Redes sociales',
    web: 'Web',
    email: 'Correo',
    call: 'Llamada',
    organic: 'Búsqueda',
    cpc: 'Pago por clic',
    portal: 'Portal',
    signage: 'Valla o aviso',
    walk_in: 'Visita',
    event: 'Evento',
    referral: 'Referido',
  } as Partial<Record<string, string>>,
}

export type OriginWords = typeof originsEs
