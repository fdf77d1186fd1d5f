import { Link, useRouter } from '@tanstack/react-router'
import type { Notification } from '#contract/records/notification.ts'
import { useMarkNotificationsRead, useNotifications } from '#web/features/notifications/use-notifications.ts'
import { DeviceSwitches } from '#web/features/notifications/device-switches.tsx'
import { usePages } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { pathOf } from '#web/app/path.ts'
import { useNotificationCentreWords } from './words.ts'

/** The notifications, newest first, and how this browser announces them. */
export function Panel({ onClose }: { onClose: () => void }) {
  const words = useNotificationCentreWords()
  const { data, isError } = useNotifications()
  const list = usePages('list_notifications', { limit: 50 })
  const items = list.items ?? data?.items
  const { mutate: markRead } = useMarkNotificationsRead()
  const { history } = useRouter()
  const { id: account_id } = useAccount()
  const open = ({ id, subject }: Notification) => {
    markRead({ notification_ids: [id] })
    history.push(pathOf(subject.url))
    onClose()
  }
  return (
    <div className="flex w-[min(24rem,calc(100vw-2.5rem))] flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{words.title}</h2>
        {data && data.unread_count > 0 && (
          <Button size="sm" look="quiet" onClick={() => markRead({})}>
            {words.markAll}
          </Button>
        )}
      </div>
      {isError && <Notice>{words.failed}</Notice>}
      {items?.length === 0 && (
        <div className="px-2 py-6 text-center">
          <p className="text-sm font-medium">{words.empty}</p>
          <p className="mt-1 text-sm text-pretty text-ink-2">{words.emptyHint}</p>
        </div>
      )}
      <ul className="-mx-1 max-h-[min(26rem,50vh)] overflow-y-auto">
        {items?.map((notification) => (
          <li key={notification.id}>
            <Entry notification={notification} onOpen={() => open(notification)} />
          </li>
        ))}
        {list.hasNextPage && (
          <li>
            <LoadMore list={list} />
          </li>
        )}
      </ul>
      <div className="border-t border-line pt-2">
        <DeviceSwitches />
        <Link
          to="/app/$account_id/settings/notifications"
          params={{ account_id }}
          onClick={onClose}
          className="mt-1 inline-block py-1 text-sm font-medium text-accent-text hover:underline"
        >
          {words.settings}
        </Link>
      </div>
    </div>
  )
}

function Entry({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const words = useNotificationCentreWords()
  const { kind, subject, actor, text, count, read_at, created_at } = notification
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid w-full grid-cols-[0.5rem_1fr] items-start gap-2 rounded-lg px-2 py-2 text-left text-sm hover:bg-hover"
    >
      <span className={cx('mt-1.5 size-2 rounded-full', read_at ? 'invisible' : 'bg-accent')}>
        {!read_at && <span className="sr-only">{words.unread}</span>}
      </span>
      <span className="min-w-0">
        <span className={cx('block wrap-anywhere', !read_at && 'font-medium')}>
          {words.kinds[kind](actor.name, subject.title)}
        </span>
        {text && <span className="block truncate text-ink-2">{text}</span>}
        <span className="block text-xs text-ink-3">
          <TimeAgo at={created_at} />
          {count > 1 && ` · ${words.more(count)}`}
        </span>
      </span>
    </button>
  )
}
