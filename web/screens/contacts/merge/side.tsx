import { ContactCard, type Person } from '#web/parts/contact-card.tsx'
import { Badge } from '#web/ui/badge.tsx'

type Props = { title: string; tone: 'good' | 'bad'; contact: Person }

/** One of the two, with its fate. */
export const Side = ({ title, tone, contact }: Props) => (
  <div className="rounded-xl p-3 ring-1 ring-line ring-inset">
    <ContactCard contact={contact} aside={<Badge tone={tone}>{title}</Badge>} />
  </div>
)
