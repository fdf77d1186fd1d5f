/** Styles of the bubble and the frame. The server has validated the colour. A slotted frame is in the page itself. */
export function style(color: string, ink: string, side: 'left' | 'right', isSlotted: boolean): string {
  const frame = (state = '') => (isSlotted ? `::slotted(iframe${state})` : `iframe${state}`)
  return `
:host { all: initial; }
[hidden] { display: none !important; }
button {
  position: fixed; z-index: 2147483000; bottom: 20px; ${side}: 20px; min-width: 56px; height: 56px; padding: 0; border: 0;
  border-radius: 28px; cursor: pointer; background: ${color}; color: ${ink}; display: flex; align-items: center;
  box-shadow: 0 0 0 1px rgb(0 0 0 / .12), 0 6px 20px rgb(20 20 40 / .25);
}
button:focus-visible { outline: 3px solid ${color}; outline-offset: 3px; box-shadow: 0 0 0 3px #fff; }
svg { width: 26px; height: 26px; margin: 0 15px; fill: none; stroke: currentColor; stroke-width: 1.9;
  stroke-linecap: round; stroke-linejoin: round; }
b { margin: 0 20px 0 -5px; max-width: 60vw; font: 600 15px system-ui, sans-serif; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
b:empty { display: none; }
span { position: absolute; top: -4px; ${side}: -4px; min-width: 22px; height: 22px; padding: 0 6px;
  box-sizing: border-box; border-radius: 11px; background: #b3261e; color: #fff; font: 600 12px/22px system-ui, sans-serif;
  text-align: center; }
span:empty { display: none; }
div { position: fixed; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
${frame()} {
  position: fixed; z-index: 2147483001; bottom: 88px; ${side}: 20px; width: 392px; height: min(680px, calc(100dvh - 108px));
  border: 0; border-radius: 16px; background: #fff; color-scheme: light; visibility: hidden; opacity: 0;
  box-shadow: 0 0 0 1px rgb(20 20 40 / .08), 0 12px 40px rgb(20 20 40 / .22);
}
${frame('.shown')} { visibility: visible; opacity: 1; }
@media (max-width: 480px) {
  ${frame()} { inset: 0; width: 100%; height: 100dvh; border-radius: 0; z-index: 2147483002; }
}
@media (prefers-reduced-motion: no-preference) {
  ${frame()} { transform: translateY(8px); transition: opacity .16s ease-out, transform .16s ease-out, visibility .16s; }
  ${frame('.shown')} { transform: none; }
  button { transition: transform .12s ease-out; }
  button:hover { transform: scale(1.05); }
}`
}
