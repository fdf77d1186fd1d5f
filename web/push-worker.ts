/*
 * Shows push notifications, also while no page of the app is open. It keeps nothing and answers no requests, so that an
 * upgrade never leaves an old app behind. The server sends it to browsers as it is, without its types.
 */

type Message = {
  show: { id: string; title: string; body: string | null; url: string; at: string }[]
  close: string[]
  unread: number
}
type Work = { waitUntil(work: Promise<unknown>): void }
type Page = { visibilityState: string; focus(): Promise<unknown>; postMessage(message: unknown): void }
type PushWorker = {
  addEventListener(name: 'install' | 'activate', listen: (event: Work) => void): void
  addEventListener(name: 'push', listen: (event: Work & { data: { json(): Message } | null }) => void): void
  addEventListener(name: 'notificationclick', listen: (event: Work & { notification: Notification }) => void): void
  skipWaiting(): Promise<void>
  registration: ServiceWorkerRegistration
  navigator: { setAppBadge?(count: number): Promise<void> }
  clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<Page[]>
    openWindow(url: string): Promise<unknown>
  }
}
const worker = self as unknown as PushWorker

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('push', (event) => event.data && event.waitUntil(receive(event.data.json())))
worker.addEventListener('notificationclick', (event) => event.waitUntil(openRecord(event.notification)))

const pages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

async function receive({ show, close, unread }: Message): Promise<void> {
  await worker.navigator.setAppBadge?.(unread).catch(() => {})
  const shown = await worker.registration.getNotifications()
  for (const notice of shown) if (close.includes(notice.tag)) notice.close()
  // The open app shows it already.
  const isInView = (await pages()).some(({ visibilityState }) => visibilityState === 'visible')
  if (isInView) return
  for (const { id, title, body, url, at } of show) {
    const known = shown.find(({ tag }) => tag === id)
    // A message can be repeated; one that was shown is not announced again.
    if (known && (known.data as { at: string }).at >= at) continue
    const icons = { icon: '/icons/app-192.png', badge: '/icons/badge-96.png' }
    const options = { body: body ?? '', tag: id, renotify: true, data: { url, at }, ...icons }
    await worker.registration.showNotification(title, options)
  }
}

/** Opens the record in a page of the app, or in a new one. */
async function openRecord(notice: Notification): Promise<void> {
  notice.close()
  const { pathname, search } = new URL((notice.data as { url: string }).url)
  const [page] = await pages()
  if (!page) return void (await worker.clients.openWindow(pathname + search))
  await page.focus()
  page.postMessage({ open: pathname + search })
}
