import { openPlatform } from './messenger-platform.ts'

/** A professional account, with the credentials of its inbox. */
export const account = {
  account_id: '17841455500011122',
  access_token: 'IGAA-fictional-token',
  app_secret: 'ig-test-app-secret',
  verify_token: 'verify-lupita-01',
}

/** Instagram's API of one account: its own, or that of Facebook for the page it is linked to. */
export async function openFakeInstagram({ login = 'instagram' }: { login?: 'instagram' | 'facebook' } = {}) {
  const owner = { username: 'vestidos.lupita', name: 'Vestidos Lupita' }
  const platform = await openPlatform({
    object: 'instagram',
    account: account.account_id,
    node: login === 'facebook' ? 'me' : account.account_id,
    access_token: account.access_token,
    app_secret: account.app_secret,
    describe: () =>
      login === 'facebook'
        ? { id: '108877665544332', name: 'Lupita', instagram_business_account: { id: account.account_id, ...owner } }
        : { id: '9988776655', user_id: account.account_id, ...owner },
    text_limit: 1000,
    lengthOf: (text) => Buffer.byteLength(text),
    closed_window: 2534022,
    hasMetadata: false,
    toProfile: ({ id, name, username }) => ({ id, name, username, profile_pic: 'https://scontent.example.net/i.jpg' }),
  })
  return { ...platform, credentials: { ...account, login } }
}
