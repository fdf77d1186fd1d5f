import { useTime } from '#web/app/format/time.ts'

type Props = { at: string; className?: string | undefined }

/** A relative time, with the exact one on hover. */
export function TimeAgo({ at, className }: Props) {
  const time = useTime()
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }) => (currentTarget.title = time.full(at))}
      className={className}
    >
      {time.ago(at)}
    </time>
  )
}
