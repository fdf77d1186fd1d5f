import { Progress as Base } from '@base-ui/react/progress'

type Props = { label: string; value: number; max: number; locale: string }

export const Progress = ({ label, value, max, locale }: Props) => (
  <Base.Root value={value} max={Math.max(max, 1)} locale={locale} className="grid grid-cols-[1fr_auto] gap-2">
    <Base.Label className="text-sm font-medium">{label}</Base.Label>
    <Base.Value className="text-sm text-ink-2 tabular-nums" />
    <Base.Track className="col-span-2 h-2 overflow-hidden rounded-full bg-press">
      <Base.Indicator className="h-full rounded-full bg-accent transition-[width] duration-300" />
    </Base.Track>
  </Base.Root>
)
