import { ContactCard, type Person } from './contact-card.tsx'
import { Badge } from '#web/ui/badge.tsx'

type Props = { title: string; tone: 'good' | 'bad'; contact: Person }

/** One of the two contacts, with what happens to it. */
export const MergeSide = ({ title, tone, contact }: Props) => (
  <div className="rounded-xl p-3 ring-1 ring-line ring-inset">
    <ContactCard contact={contact} aside={<Badge tone={tone}>{title}</Badge>} />
  </div>
)
