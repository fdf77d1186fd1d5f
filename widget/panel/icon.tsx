const paths = {
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4.5 12h14M12.5 5.5L19 12l-6.5 6.5',
  attach: 'M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7L9.8 17a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6',
  file: 'M13.5 3.5H7a1.5 1.5 0 0 0-1.5 1.5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8.5zM13.5 3.5v5h5',
  smile: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M8.5 14a4 4 0 0 0 7 0M9 9.6v.3M15 9.6v.3',
  reply: 'M9.5 6L4 11.5 9.5 17M4 11.5h10a6 6 0 0 1 6 6V19',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  down: 'M12 5v14M5.5 12.5L12 19l6.5-6.5',
}

export const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg viewBox="0 0 24 24" class="glyph" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)
