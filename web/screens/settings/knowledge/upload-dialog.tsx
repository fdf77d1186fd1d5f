import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from '#web/ui/icons.ts'
import { Problem, sendFiles } from '#web/app/api.ts'
import { describeError, language } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CollectionField } from './collection-field.tsx'
import { useKnowledgeWords } from './words.ts'

type Props = { open: boolean; onClose: () => void }

export function UploadDialog({ open, onClose }: Props) {
  const words = useKnowledgeWords()
  return (
    <Dialog open={open} onClose={onClose} title={words.addFilesTitle}>
      <Upload onClose={onClose} />
    </Dialog>
  )
}

const MOST_FILES = 15

function Upload({ onClose }: Omit<Props, 'open'>) {
  const words = useKnowledgeWords()
  const [files, setFiles] = useState<File[]>([])
  const [collection, setCollection] = useState('')
  const { upload, sent } = useUpload(onClose)
  const { problems } = words
  const messages: Record<string, string> = { invalid_value: problems.files, plan_limit: problems.limit }
  return (
    <DialogForm
      onSubmit={() => upload.mutate({ files, collection })}
      onCancel={onClose}
      submit={files.length === 0 ? words.add : words.upload(files.length)}
      busy={upload.isPending}
      disabled={files.length === 0 || files.length > MOST_FILES}
      problem={upload.error && (messages[codeOf(upload.error)] ?? describeError(upload.error))}
    >
      {files.length > MOST_FILES && <Notice tone="warn">{words.tooMany}</Notice>}
      <DropZone onFiles={(more) => setFiles([...files, ...more])} />
      {files.length > 0 && (
        <ul className="grid gap-1">
          {files.map((file, index) => (
            <li key={index} className="flex items-center gap-2 text-sm">
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <IconButton
                size="sm"
                label={words.removeFile(file.name)}
                onClick={() => setFiles(files.toSpliced(index, 1))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <CollectionField value={collection} onChange={setCollection} />
      {upload.isPending && <Progress label={words.sending} value={sent} max={1} locale={language.get()} />}
    </DialogForm>
  )
}

const codeOf = (error: Error) => (error instanceof Problem ? error.code : '')

function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const words = useKnowledgeWords()
  return (
    <FileDrop
      multiple
      title={words.choose}
      hint={words.drop}
      note={words.filesHint}
      accept=".pdf,.docx,.html,.htm,.md,.markdown,.txt"
      onFiles={onFiles}
    />
  )
}

function useUpload(onClose: () => void) {
  const words = useKnowledgeWords()
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const [sent, setSent] = useState(0)
  const upload = useMutation({
    meta: { silent: true },
    mutationFn: ({ files, collection }: { files: File[]; collection: string }) => {
      setSent(0)
      const input = (collection ? { collection } : {}) as never
      return sendFiles(account_id, 'upload_knowledge_documents', input, { files }, setSent)
    },
    onSuccess: ({ items }) => {
      onClose()
      toast.good(words.uploaded(items.length))
      void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).includes('knowledge') })
    },
  })
  return { upload, sent }
}
