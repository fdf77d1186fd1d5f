/** The one line a site needs. */
export const installing = (origin: string, token: string) =>
  `<script src="${origin}/widget.js" data-inbox="${token}" async></script>`

/** What a page can call; calls made before the script has loaded wait in line. */
export const calling = `window.hilo = window.hilo || []
hilo.push(['open'])
hilo.push(['on', 'unread', ({ count }) => console.log(count)])`

export const signing = `import { createHmac } from 'node:crypto'

const identifier_hash = createHmac('sha256', process.env.HILO_IDENTITY_SECRET)
  .update(user.id)
  .digest('hex')`

export const identifying = `window.hilo = window.hilo || []
hilo.push(['setUser', user.id, { name: user.name, email: user.email, identifier_hash }])`
