import { LoaderCircle } from './icons.ts'

export const Spinner = ({ size = 15 }: { size?: number }) => (
  <LoaderCircle size={size} aria-hidden className="animate-spin" />
)
