import type { ClassicTokenWords } from './words.es.ts'

export const classicTokenEn: ClassicTokenWords = {
  title: 'Classic token',
  hint: 'For software that already uses the classic account-token API.',
  whatFor: 'How it works',
  whatForText:
    'Send it in the api_access_token header of /api/v1/accounts/… requests. It has full access to this workspace. For new integrations, use an API key, which has permissions and can expire or be revoked on its own.',
  token: 'Workspace token',
  hidden: 'Hidden. Every view is recorded in the audit log.',
  reveal: 'Show',
  hide: 'Hide',
  copy: 'Copy',
  example: 'Example',
  copyExample: 'Copy example',
  regenerate: 'Regenerate token',
  regenerateHint: 'If the token may have been exposed.',
  regenerateTitle: 'Regenerate the token?',
  regenerateWarning: 'The current token stops working at once. Update everything that uses it.',
  regenerated: 'New token created',
  failed: 'We couldn’t show the token',
}
