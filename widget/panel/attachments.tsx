import type { Attachment } from '#contract/records/conversation.ts'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { sizeOf } from './size.ts'
import type { Words } from './state.ts'

export const Attachments = ({ files, words }: { files: Attachment[]; words: Words }) => (
  <>
    {files.map((file) => (
      <File key={file.id} {...{ file, words }} />
    ))}
  </>
)

/** Images are shown, audio and video can be played; any other file, or one that fails to load, is a link. */
function File({ file, words }: { file: Attachment; words: Words }) {
  const [isBroken, setBroken] = useState(false)
  const { file_type, file_name, url } = file
  if (!/^https?:/.test(url)) return null
  if (isBroken || file_type === 'file') return <FileLink {...{ file, words }} />
  const fail = () => setBroken(true)
  if (file_type === 'audio')
    return <audio class="player" controls preload="metadata" src={url} aria-label={file_name} onError={fail} />
  if (file_type === 'video')
    return <video class="player" controls preload="metadata" src={url} aria-label={file_name} onError={fail} />
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" class="picture">
      <img src={url} alt={words.openFile(file_name)} onError={fail} />
    </a>
  )
}

function FileLink({ file: { file_name, size_bytes, url }, words }: { file: Attachment; words: Words }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      class="file"
      aria-label={words.openFile(file_name)}
    >
      <Icon name="file" />
      <span class="file-name">{file_name}</span>
      <span class="size">{sizeOf(size_bytes)}</span>
    </a>
  )
}

/** Files that are still being uploaded. */
export const ChosenFiles = ({ files }: { files: globalThis.File[] }) => (
  <>
    {files.map((file, i) =>
      file.type.startsWith('image/') ? (
        <Preview key={i} file={file} />
      ) : (
        <p key={i} class="file pending">
          <Icon name="file" />
          <span class="file-name">{file.name}</span>
          <span class="size">{sizeOf(file.size)}</span>
        </p>
      ),
    )}
  </>
)

function Preview({ file }: { file: globalThis.File }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return <span class="picture pending">{url && <img src={url} alt={file.name} />}</span>
}
