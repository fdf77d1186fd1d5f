/** Decorative thread behind the signed-out pages. */
export const PageBackground = () => (
  <svg
    viewBox="0 0 1440 900"
    preserveAspectRatio="xMidYMid slice"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    aria-hidden
    className="pointer-events-none absolute inset-0 -z-10 size-full text-accent-text"
  >
    <path
      d="M-40 690C170 690 300 560 330 380S300 60 215 90s-80 260 20 450 250 300 430 250 270-170 420-170 150 120
        90 150-150-80-60-220 250-330 400-330"
      strokeWidth="2.5"
      opacity="0.28"
    />
  </svg>
)
