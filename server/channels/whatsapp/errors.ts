import type { Refusal, RefusalTable } from '#channels/meta/errors.ts'

/** Codes of the WhatsApp Cloud API. Codes of all Meta products are handled by `meta/errors.ts`. */
export const whatsappRefusal: RefusalTable = ({ code }) => refusals.get(code)

const list: [number[], Refusal][] = [
  [[131000, 131016, 133004], { code: 'temporary', detail: 'WhatsApp has a problem at the moment.', retryable: true }],
  [
    [131057],
    {
      code: 'temporary',
      detail: 'Meta is moving the number to a faster service.',
      retryable: true,
      scope: 'inbox',
      after_seconds: 60,
    },
  ],
  [
    [134101],
    { code: 'temporary', detail: 'The template is still being prepared.', retryable: true, after_seconds: 600 },
  ],
  [
    [130429],
    {
      code: 'rate_limited',
      detail: 'The number sends more messages per second than WhatsApp allows.',
      retryable: true,
      scope: 'inbox',
    },
  ],
  [
    [131056],
    {
      code: 'rate_limited',
      detail: 'Too many messages to this customer in a short time.',
      retryable: true,
      scope: 'recipient',
    },
  ],
  [[132069], { code: 'rate_limited', detail: 'The flow of this template is limited at the moment.', retryable: true }],
  [[131047], { code: 'window_closed', detail: 'The customer wrote more than 24 hours ago. Send a template instead.' }],
  [
    [131026],
    {
      code: 'recipient_unreachable',
      detail: 'This person does not use WhatsApp, has an old version of it, or blocked you.',
    },
  ],
  [[131021], { code: 'recipient_unreachable', detail: 'This is the number of the inbox itself.' }],
  [
    [131030],
    {
      code: 'recipient_unreachable',
      detail: 'A test number only reaches listed numbers. Add this one in the Meta app, exactly as it is written.',
    },
  ],
  [[131050], { code: 'recipient_opted_out', detail: 'This person stopped marketing messages of your business.' }],
  [
    [131049],
    {
      code: 'policy',
      detail: 'WhatsApp limits marketing messages per person. Do not send this one again before tomorrow.',
    },
  ],
  [[130472], { code: 'policy', detail: 'WhatsApp excludes this person from marketing messages for an experiment.' }],
  [[131048, 131064], { code: 'policy', detail: 'Too many people blocked or reported your messages. Pause campaigns.' }],
  [[130497], { code: 'policy', detail: 'WhatsApp does not allow your business to write to this country.' }],
  [
    [131042, 131044],
    { code: 'policy', detail: 'The payment method of the WhatsApp account does not work. Correct it at Meta.' },
  ],
  [
    [131031],
    {
      code: 'policy',
      detail: 'Meta locked the WhatsApp account. Look at it in Meta Business Suite.',
      scope: 'connection',
    },
  ],
  [
    [131005],
    {
      code: 'not_authorised',
      detail: 'The access token lacks a permission. Reconnect the inbox.',
      scope: 'connection',
    },
  ],
  [
    [131037],
    {
      code: 'not_authorised',
      detail: 'Meta has not approved the display name of the number yet.',
      scope: 'connection',
    },
  ],
  [
    [131045, 133000, 133005, 133006, 133008, 133009, 133010, 133015, 133016],
    { code: 'not_authorised', detail: 'The number is not registered. Register it at Meta.', scope: 'connection' },
  ],
  [
    [131052, 131053],
    { code: 'media_rejected', detail: 'WhatsApp does not accept this file. Check its type and size.' },
  ],
  [
    [132000, 132005, 132008, 132012, 132018],
    { code: 'template_rejected', detail: 'The values do not fit the template.' },
  ],
  [[132001], { code: 'template_rejected', detail: 'The template does not exist in this language.' }],
  [[132007], { code: 'template_rejected', detail: 'The content of the template violates the policies of WhatsApp.' }],
  [[132015], { code: 'template_rejected', detail: 'Meta paused the template because of its low quality.' }],
  [[132016, 132068], { code: 'template_rejected', detail: 'Meta disabled the template.' }],
  [[131063], { code: 'template_rejected', detail: 'This marketing template cannot be sent through this API.' }],
  [[131062], { code: 'rejected', detail: 'This message needs a phone number, and that of the customer is not known.' }],
  [[131051], { code: 'rejected', detail: 'WhatsApp does not accept this kind of message.' }],
  [[137000], { code: 'rejected', detail: 'The customer changed devices. Make sure that it is still the same person.' }],
]

const refusals = new Map(list.flatMap(([codes, refusal]) => codes.map((code) => [code, refusal] as const)))
