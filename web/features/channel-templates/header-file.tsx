import { useState } from 'react'
import type { TemplateValue } from '#contract/template-parameters.ts'
import { describeError, language } from '#web/app/i18n.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { File as FileIcon, X } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useTemplateWords } from './words.ts'

export type HeaderType = Extract<TemplateValue['type'], 'image' | 'video' | 'gif' | 'document'>

/** Files WhatsApp takes in a header. */
export const acceptedFiles: Record<HeaderType, string> = {
  image: 'image/jpeg,image/png',
  video: 'video/mp4,video/3gpp',
  gif: 'video/mp4',
  document: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt',
}

type Props = {
  type: HeaderType
  title: string
  /** Narrower than what a message takes. */
  accept?: string
  /** Stores the file; `onProgress` is told the part done. */
  upload: (file: File, onProgress: (part: number) => void) => Promise<void>
  error?: string | false | undefined
}

/** Takes the file of a header and stores it at once. */
export function HeaderUpload({ type, title, accept = acceptedFiles[type], upload, error }: Props) {
  const words = useTemplateWords()
  const locale = language.use()
  const [part, setPart] = useState<number>()
  const [failure, fail] = useState<unknown>()
  const take = (file: File) => {
    fail(undefined)
    setPart(0)
    upload(file, setPart)
      .catch(fail)
      .finally(() => setPart(undefined))
  }
  if (part !== undefined) return <Progress label={words.uploading} value={part} max={1} locale={locale} />
  return (
    <div className="grid gap-2">
      <FileDrop title={title} hint={words.formats[type]} accept={accept} onFiles={([file]) => file && take(file)} />
      {failure !== undefined && <Notice>{describeError(failure)}</Notice>}
      {error && <p className="text-sm text-danger-text">{error}</p>}
    </div>
  )
}

type ChosenProps = { name: string; type: HeaderType; url?: string | undefined; onRemove: () => void }

/** The file chosen for a header, with its picture if it is one. */
export function ChosenFile({ name, type, url, onRemove }: ChosenProps) {
  const words = useTemplateWords()
  return (
    <div className="flex w-fit max-w-full items-center gap-3 rounded-xl bg-surface py-2 pr-2 pl-3 ring-1 ring-line ring-inset">
      {type === 'image' && url ? (
        <img src={url} alt="" className="size-10 shrink-0 rounded-lg object-cover" />
      ) : (
        <FileIcon size={20} aria-hidden className="shrink-0 text-ink-3" />
      )}
      <span className="min-w-0 truncate text-sm">{name}</span>
      <IconButton label={words.removeFile(name)} onClick={onRemove}>
        <X size={15} aria-hidden />
      </IconButton>
    </div>
  )
}
