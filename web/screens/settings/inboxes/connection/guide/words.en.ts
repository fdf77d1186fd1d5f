import type { GuideWords } from './words.es.ts'

const meta = 'developers.facebook.com'

export const guideEn: GuideWords = {
  title: (channel) => `Connect ${channel}`,
  back: 'Back to channels',
  intro: 'Follow the steps from top to bottom. Nothing is saved until the provider confirms the details.',
  last: 'Name and team',
  lastText: 'Your team sees the channel by this name, and these people get its conversations.',
  submit: 'Check and connect',
  busy: 'Checking with the provider…',
  unreachable: 'The provider isn’t answering right now. Nothing was saved; try again in a few minutes.',
  steps: {
    whatsapp: [
      {
        title: 'Copy the IDs of the number',
        text: 'On developers.facebook.com, open your app and go to WhatsApp › API setup.',
        drawing: {
          site: meta,
          menu: ['Dashboard', 'WhatsApp', 'API setup'],
          rows: [
            ['Phone number ID', '106540352242922'],
            ['WhatsApp Business Account ID', '102290129340398'],
          ],
        },
      },
      {
        title: 'Generate a token that doesn’t expire',
        text: 'In the business settings, create a system user as administrator, assign it the app and the WhatsApp account, and generate a token with whatsapp_business_messaging and whatsapp_business_management.',
        drawing: {
          site: 'business.facebook.com/settings',
          menu: ['Users', 'System users'],
          rows: [['Access token', 'EAAG…ZDZD']],
        },
      },
      {
        title: 'Copy the app secret',
        text: 'It’s in App settings › Basic. We use it to check that messages come from Meta.',
        drawing: { site: meta, menu: ['App settings', 'Basic'], rows: [['App secret', '••••••••••••']] },
      },
    ],
    messenger: [
      {
        title: 'Copy the ID of your page',
        text: 'In your Meta app, go to Messenger › Settings and add your Facebook page.',
        drawing: { site: meta, menu: ['Dashboard', 'Messenger', 'Settings'], rows: [['Page ID', '102345678901234']] },
      },
      {
        title: 'Generate the token of the page',
        text: 'On the same screen, press Generate token beside your page. It needs pages_messaging and pages_manage_metadata.',
        drawing: { site: meta, menu: ['Messenger', 'Generate access tokens'], rows: [['Token', 'EAAB…ZCZD']] },
      },
      {
        title: 'Copy the app secret',
        text: 'It’s in App settings › Basic. We use it to check that messages come from Meta.',
        drawing: { site: meta, menu: ['App settings', 'Basic'], rows: [['App secret', '••••••••••••']] },
      },
    ],
    instagram: [
      {
        title: 'Copy the ID of your account',
        text: 'It must be a professional account. In your Meta app, go to Instagram › API setup and add the account.',
        drawing: {
          site: meta,
          menu: ['Dashboard', 'Instagram', 'API setup'],
          rows: [['Account ID', '17841400000000000']],
        },
      },
      {
        title: 'Generate the access token',
        text: 'On the same screen, press Generate token and sign in to Instagram. If your app signs in with Facebook, choose that.',
        drawing: { site: meta, menu: ['Instagram', 'Generate access tokens'], rows: [['Token', 'IGAA…ZDZD']] },
      },
      {
        title: 'Copy the app secret',
        text: 'With Instagram sign-in it’s the Instagram secret on the same screen; with Facebook, the one in Settings › Basic.',
        drawing: { site: meta, menu: ['Instagram', 'API setup'], rows: [['App secret', '••••••••••••']] },
      },
    ],
    telegram: [
      {
        title: 'Create a bot',
        text: 'In Telegram, open a chat with @BotFather and send /newbot, or /mybots to use one you already have.',
        drawing: {
          with: 'BotFather',
          messages: [
            ['me', '/newbot'],
            ['them', 'Alright, a new bot. How are we going to call it?'],
          ],
        },
      },
      {
        title: 'Copy its token',
        text: 'BotFather gives you the token at the end. Everything else is set up for you.',
        drawing: { with: 'BotFather', messages: [['them', 'Use this token to access the HTTP API: 123456789:AAE…']] },
      },
    ],
    sms: [
      {
        title: 'Copy the details of your Twilio account',
        text: 'They’re on the first page of the console, under Account Info.',
        drawing: {
          site: 'console.twilio.com',
          menu: ['Account', 'Account Info'],
          rows: [
            ['Account SID', 'AC3f…9c'],
            ['Auth Token', '••••••••••••'],
          ],
        },
      },
      {
        title: 'Enter the number that sends',
        text: 'A Twilio number with SMS, or the ID of a messaging service, which begins with MG.',
        drawing: {
          site: 'console.twilio.com',
          menu: ['Phone Numbers', 'Active numbers'],
          rows: [['Number', '+52 55 5555 0100']],
        },
      },
    ],
    email: [
      {
        title: 'Enter the address',
        text: 'The address your customers write to, and the name they see when you reply.',
      },
      {
        title: 'Choose your mail provider',
        text: 'Gmail, Outlook and Zoho ask for an app password, which you create in the security settings of the account; it isn’t your usual password.',
        drawing: {
          site: 'myaccount.google.com',
          menu: ['Security', 'App passwords'],
          rows: [['Your app password', 'abcd efgh ijkl mnop']],
        },
      },
    ],
  },
  login: 'Sign-in of the app',
  logins: { instagram: 'Instagram', facebook: 'Facebook' },
  mail: {
    provider: 'Provider',
    presets: { gmail: 'Gmail', outlook: 'Outlook', zoho: 'Zoho', other: 'Other' },
    receiving: 'How mail arrives',
    ways: { imap: 'We read the mailbox (IMAP)', forwarding: 'You forward it to our address' },
    imap_host: 'IMAP server',
    imap_port: 'IMAP port',
    smtp_host: 'SMTP server',
    smtp_port: 'SMTP port',
    user: 'User',
    userHint: 'Leave it empty if it’s the address.',
  },
  after: {
    title: 'Finish the connection at the provider',
    whatsapp:
      'In your Meta app, go to WhatsApp › Configuration, paste these two values and subscribe to messages, message_template_status_update, account_update, phone_number_quality_update and user_preferences.',
    messenger:
      'In your Meta app, go to Messenger › Settings › Webhooks, paste these two values and subscribe to messages, messaging_postbacks, messaging_referrals, message_deliveries, message_reads, message_echoes, message_edits, message_reactions, standby and messaging_policy_enforcement.',
    instagram:
      'In your Meta app, go to Instagram › Webhooks, paste these two values and subscribe to messages, message_reactions, messaging_postbacks, messaging_referral, messaging_seen, message_edit and standby.',
    sms: 'With a Twilio number the address is already set. If you use a messaging service, paste it into its Inbound Settings.',
    email:
      'If you forward mail, have your server post each message to this address. It contains a secret: don’t share it.',
    callback: 'Callback URL',
    verify: 'Verify token',
  },
  test: {
    title: 'Test message',
    receiving: 'Receive',
    sending: 'Send',
    to: { phone_number: 'Phone number', email: 'E-mail address' },
    toHints: {
      phone_number: 'With the country code, such as +52 55 1234 5678.',
      email: 'One of your own addresses, not that of the channel.',
    },
    send: 'Send test message',
    sendsTemplate: (name) => `With the country code. The template ${name} is sent.`,
    noTemplate:
      'WhatsApp lets a business write first only with an approved template. Create one without variables, or wait until somebody writes.',
    writeFirst: 'In this channel customers write first. Once a message arrives, you can answer it here.',
    answer: (name) => `Answers ${name}, the person who wrote.`,
    text: 'Test message: the channel is connected.',
    subject: 'Test message',
    contact: 'Test contact',
    statuses: {
      pending: 'On its way…',
      scheduled: 'On its way…',
      sent: 'The provider accepted the message.',
      delivered: 'The message arrived.',
      read: 'The message was read.',
      failed: 'It could not be sent.',
    },
    waiting: (account) => `Write to ${account} from another phone or mailbox. The message will appear here.`,
    arrived: 'A message arrived: the channel works.',
    open: 'Open the conversation',
    none: 'this account',
  },
  more: 'Also on this channel',
}
