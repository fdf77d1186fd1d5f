import type { OriginWords } from './words.es.ts'

export const originsEn: OriginWords = {
  sources: {
    whatsapp: 'WhatsApp',
    facebook: 'Facebook',
    instagram: 'Instagram',
    website: 'Website',
    email: 'E-mail',
    phone: 'Phone',
    google: 'Google',
    tiktok: 'TikTok',
    telegram: 'Telegram',
    referral: 'Referral',
    offline: 'Offline',
  },
  media: {
    messaging: 'Messaging',
    social: 'Social media',
    web: 'Web',
    email: 'E-mail',
    call: 'Call',
    organic: 'Search',
    cpc: 'Pay per click',
    portal: 'Portal',
    signage: 'Signage',
    walk_in: 'Walk-in',
    event: 'Event',
    referral: 'Referral',
  },
}
