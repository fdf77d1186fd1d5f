import { useState } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import { ExternalLink, Link2 } from '#web/ui/icons.ts'
import type { LeadForm } from '#contract/records/lead-form.ts'
import { usePages } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { DeleteForm } from './delete-form.tsx'
import { useLeadFormWords } from './words.ts'

export function LeadForms() {
  const words = useLeadFormWords()
  const { id: account_id } = useAccount()
  const navigate = useNavigate()
  const list = usePages('list_lead_forms', {})
  const [deleted, remove] = useState<LeadForm>()
  const open = (lead_form_id: string) =>
    void navigate({ to: '/app/$account_id/settings/lead-forms/$lead_form_id', params: { account_id, lead_form_id } })
  const button = <CreateButton isLink label={words.create} onCreate={() => open('new')} />
  return (
    <Section title={words.title} hint={words.hint} actions={list.items?.length === 0 ? undefined : button}>
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={button}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <ul aria-label={words.title} className="divide-y divide-line rounded-xl ring-1 ring-line">
                {items.map((form) => (
                  <Row key={form.id} form={form} onEdit={() => open(form.id)} onDelete={() => remove(form)} />
                ))}
              </ul>
              {(list.hasNextPage || list.isFetchNextPageError) && <LoadMore list={list} />}
            </>
          )
        }
      </Loaded>
      <DeleteForm form={deleted} onClose={() => remove(undefined)} />
    </Section>
  )
}

type RowProps = { form: LeadForm; onEdit: () => void; onDelete: () => void }

function Row({ form, onEdit, onDelete }: RowProps) {
  const words = useLeadFormWords()
  const { id: account_id } = useAccount()
  const copy = useCopy()
  const place = form.stage ? `${form.pipeline?.name} · ${form.stage.name}` : (form.pipeline?.name ?? words.usual)
  return (
    <li className="relative flex items-center gap-3 py-3 pr-2 pl-4 first:rounded-t-xl last:rounded-b-xl hover:bg-hover">
      <div className="min-w-0 flex-1">
        <Link
          to="/app/$account_id/settings/lead-forms/$lead_form_id"
          params={{ account_id, lead_form_id: form.id }}
          className="block truncate text-base font-medium after:absolute after:inset-0"
        >
          {form.name}
        </Link>
        <div className="truncate text-sm text-ink-3">
          {words.questions(form.fields.length)} · {words.goesTo(place)}
        </div>
      </div>
      <Badge tone={form.active ? 'good' : 'plain'}>{form.active ? words.open : words.closed}</Badge>
      <RowMenu name={form.name} onEdit={onEdit} onDelete={onDelete}>
        <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={() => void copy(form.url)}>
          {words.copyLink}
        </MenuItem>
        <MenuItem
          icon={<ExternalLink size={16} aria-hidden />}
          onSelect={() => window.open(form.url, '_blank', 'noopener')}
        >
          {words.visit}
        </MenuItem>
      </RowMenu>
    </li>
  )
}
