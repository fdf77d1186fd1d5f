import { call } from '#web/app/api.ts'
import { language } from '#web/app/i18n.ts'
import { preference } from '#web/ui/preference.ts'

/** Whether this browser shows notifications while the app is closed. */
export const push = preference('hilo.notify.push', ['on', 'off'], () => 'off')

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Subscribes this browser. Returns false if the person or the browser refuses. */
export async function startPush(account_id: string): Promise<boolean> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return false
  await subscribe(account_id)
  push.set('on')
  return true
}

/** Renews the subscription when the app is opened: browsers end subscriptions at times, and keys can change. */
export async function renewPush(account_id: string): Promise<void> {
  if (push.get() === 'off' || !canPush()) return
  if (Notification.permission === 'granted') await subscribe(account_id)
  else push.set('off')
}

async function subscribe(account_id: string): Promise<void> {
  const registration = await navigator.serviceWorker.register('/push-worker.js', { scope: '/app' })
  const { public_key } = await call(account_id, 'list_push_subscriptions', {})
  const key = bytesOf(public_key)
  const known = await registration.pushManager.getSubscription()
  const isCurrent = known && isSame(known.options.applicationServerKey, key)
  if (known && !isCurrent) await known.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const { endpoint, keys } = (isCurrent ? known : await registration.pushManager.subscribe(options)).toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call(account_id, 'subscribe_push', { endpoint: endpoint!, keys: { p256dh, auth }, language: language.get() })
}

/** Ends the subscription of this browser. */
export async function stopPush(account_id: string): Promise<void> {
  push.set('off')
  const { items } = await call(account_id, 'list_push_subscriptions', {})
  const current = items.find((each) => each.current)
  if (current) await call(account_id, 'unsubscribe_push', { subscription_id: current.id })
}

const registered = async () =>
  canPush() && push.get() === 'on' ? navigator.serviceWorker.getRegistration('/app') : undefined

/** Closes the notices of this browser that were read, here or elsewhere. */
export async function closeRead(isRead: (id: string) => boolean): Promise<void> {
  const notices = (await (await registered())?.getNotifications()) ?? []
  for (const notice of notices) if (isRead(notice.tag)) notice.close()
}

/** Calls back with the path of a notification that was clicked. Returns a function that ends it. */
export function onOpened(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => {}
  const listen = ({ data }: MessageEvent<{ open?: string }>) => data.open && open(data.open)
  navigator.serviceWorker.addEventListener('message', listen)
  return () => navigator.serviceWorker.removeEventListener('message', listen)
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
}

function isSame(known: ArrayBuffer | null, key: Uint8Array): boolean {
  const bytes = known && new Uint8Array(known)
  return Boolean(bytes && bytes.length === key.length && bytes.every((byte, index) => byte === key[index]))
}
