import { useTime } from '#web/time.ts'

type Props = { at: string; className?: string | undefined }

/** How long ago something was; when exactly is told to who points at it. */
export function Ago({ at, className }: Props) {
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
