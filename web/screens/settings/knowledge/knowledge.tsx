import { useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileUp, Globe, Plus, TextCursorInput } from '#web/ui/icons.ts'
import { useCommands } from '#web/commands/commands.ts'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Sheets } from '#web/screens/settings/frame/sheets.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { AddDocument } from './add-document.tsx'
import { Collections } from './collections.tsx'
import { Documents } from './documents.tsx'
import { TrySearch } from './try-search.tsx'
import { UploadDialog } from './upload-dialog.tsx'
import { useKnowledgeWords } from './words.ts'

export type DocumentSource = 'text' | 'url' | 'files'

export function Knowledge() {
  const words = useKnowledgeWords()
  const { tab = 'documents' } = useSearch({ from: '/app/$account_id/settings/knowledge' })
  const navigate = useNavigate()
  const [adding, add] = useState<DocumentSource>()
  const close = () => add(undefined)
  return (
    <Section title={words.title} actions={<AddMenu onAdd={add} />}>
      <Sheets
        label={words.tabs.label}
        value={tab}
        onChange={(next) =>
          void navigate({ to: '.', search: next === 'documents' ? {} : { tab: next }, replace: true })
        }
        sheets={{
          documents: { name: words.tabs.documents, content: <Documents onAdd={add} /> },
          collections: { name: words.tabs.collections, content: <Collections /> },
          search: { name: words.tabs.search, content: <TrySearch /> },
        }}
      />
      <AddDocument way={adding === 'files' ? undefined : adding} onClose={close} />
      <UploadDialog open={adding === 'files'} onClose={close} />
    </Section>
  )
}

function AddMenu({ onAdd }: { onAdd: (way: DocumentSource) => void }) {
  const words = useKnowledgeWords()
  useCommands([
    { name: words.addTextTitle, key: 'c', icon: TextCursorInput, run: () => onAdd('text') },
    { name: words.addUrlTitle, icon: Globe, run: () => onAdd('url') },
    { name: words.addFilesTitle, key: 'u', icon: FileUp, run: () => onAdd('files') },
  ])
  return (
    <Menu
      trigger={
        <Button look="primary" icon={<Plus size={16} aria-hidden />}>
          {words.add}
        </Button>
      }
    >
      <MenuItem icon={<TextCursorInput size={16} aria-hidden />} onSelect={() => onAdd('text')}>
        {words.addText}
      </MenuItem>
      <MenuItem icon={<Globe size={16} aria-hidden />} onSelect={() => onAdd('url')}>
        {words.addUrl}
      </MenuItem>
      <MenuItem icon={<FileUp size={16} aria-hidden />} onSelect={() => onAdd('files')}>
        {words.addFiles}
      </MenuItem>
    </Menu>
  )
}
