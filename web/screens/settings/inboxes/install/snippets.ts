/** The installation code of the chat. */
export const installSnippet = (origin: string, token: string) =>
  `<script src="${origin}/widget.js" data-inbox="${token}" async></script>`

/** Example calls; those made before the script has loaded are queued. */
export const callsSnippet = `window.hilo = window.hilo || []
hilo.push(['open'])
hilo.push(['on', 'unread', ({ count }) => console.log(count)])`

export const signatureSnippet = `import { createHmac } from 'node:crypto'

const identifier_hash = createHmac('sha256', process.env.HILO_IDENTITY_SECRET)
  .update(user.id)
  .digest('hex')`

export const identifySnippet = `window.hilo = window.hilo || []
hilo.push(['setUser', user.id, { name: user.name, email: user.email, identifier_hash }])`
