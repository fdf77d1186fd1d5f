/** Illustrations for empty states. */
export const LooseThread = () => (
  <Drawing>
    <path d="M6 46C26 46 34 12 52 12s14 34-2 34-14-34 6-34 20 34 36 34 18-18 30-18" />
    <circle cx="126" cy="28" r="3.5" fill="currentColor" stroke="none" />
  </Drawing>
)

export const BrokenThread = () => (
  <Drawing>
    <path d="M6 34c14 0 18-16 30-16s12 22 20 22" />
    <path d="M76 20c8 0 10 22 22 22s16-16 30-16" />
    <path d="M60 40l4-2M62 45l4 1M72 20l-4 2M70 15l-4-1" strokeWidth="1.8" />
  </Drawing>
)

export const Spool = () => (
  <Drawing>
    <path d="M46 12h28M46 48h28M50 12v36M70 12v36" />
    <path d="M50 20l20 4M50 27l20 4M50 34l20 4M70 38c16 2 18 10 30 10s12-14 24-14" />
  </Drawing>
)

const Drawing = ({ children }: { children: React.ReactNode }) => (
  <svg
    viewBox="0 0 134 60"
    width="134"
    height="60"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {children}
  </svg>
)
