import { openPlatform } from './messenger-platform.ts'

/** The page of a business, with the credentials of its inbox. */
export const page = {
  page_id: '108877665544332',
  access_token: 'EAAP-fictional-page-token',
  app_secret: 'meta-test-app-secret',
  verify_token: 'verify-lupita-01',
}

/** The Messenger Platform of one page. */
export async function openFakeMessenger() {
  const platform = await openPlatform({
    object: 'page',
    account: page.page_id,
    node: page.page_id,
    access_token: page.access_token,
    app_secret: page.app_secret,
    describe: () => ({ id: page.page_id, name: 'Muebles Lupita' }),
    text_limit: 2000,
    lengthOf: (text) => Array.from(text).length,
    closed_window: 2018278,
    hasMetadata: true,
    toProfile: ({ id, name = '' }) => ({
      id,
      first_name: name.split(' ')[0],
      last_name: name.split(' ').slice(1).join(' '),
      profile_pic: 'https://scontent.example.net/p.jpg',
    }),
  })
  return { ...platform, credentials: page }
}
