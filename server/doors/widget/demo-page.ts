type Page = { token: string | undefined; base_url: string; language: 'es' | 'en' }

/** The site of a fictional shop, which includes the chat by its one script tag. */
export function demoPage({ token, base_url, language }: Page): string {
  const words = texts[language]
  const other = language === 'es' ? 'en' : 'es'
  const query = token ? `&inbox=${encodeURIComponent(token)}` : ''
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Casa Hebra · ${words.kind}</title>
<link rel="icon" href="data:,">
<style>${demoStyle}</style>
${token ? `<script src="/widget.js" data-inbox="${escape(token)}" async></script>` : ''}
</head>
<body>
<header><a class="name" href="#top">Casa Hebra</a>
<nav aria-label="${words.menu}"><a href="#shop">${words.shop}</a><a href="#visit">${words.visit}</a>
<a href="?lang=${other}${escape(query)}" hreflang="${other}" lang="${other}">${other === 'en' ? 'English' : 'Español'}</a></nav></header>
<main id="top">
${token ? '' : renderSetupHint(words, base_url)}
<section class="hero"><div><p class="eyebrow">${words.kind}</p><h1>${words.title}</h1><p class="lead">${words.lead}</p>
<a class="action" href="#shop">${words.see}</a></div>${hills}</section>
<section id="shop"><h2>${words.shop}</h2><ul class="goods">${words.goods
    .map(
      ([name, note, price], i) => `<li>${drawings[i]}<h3>${name}</h3><p>${note}</p><p class="price">${price}</p></li>`,
    )
    .join('')}</ul></section>
<section id="visit" class="visit"><h2>${words.visit}</h2><p>${words.place}</p><p>${words.hours}</p><p>${words.ask}</p></section>
</main>
<footer>${words.sample}</footer>
</body>
</html>`
}

function renderSetupHint(words: (typeof texts)['es'], base_url: string): string {
  const call = `curl -X POST ${base_url}/api/v1/inboxes \\
  -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"name": "Casa Hebra", "channel": "web_widget"}'`
  return `<section class="missing"><h2>${words.none}</h2><p>${words.make}</p><pre tabindex="0">${escape(call)}</pre>
<p>${words.next}</p><pre tabindex="0">${escape(`<script src="${base_url}/widget.js" data-inbox="TOKEN" async></script>`)}</pre></section>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const texts = {
  es: {
    kind: 'Tejidos y café · La Macarena, Bogotá',
    menu: 'Menú',
    shop: 'La tienda',
    visit: 'Visítanos',
    title: 'Lo que se hace despacio se queda.',
    lead: 'Ruanas tejidas en Sogamoso, mochilas wayuu y café de pequeños productores. Pocas piezas, bien hechas, con nombre y apellido.',
    see: 'Ver la tienda',
    goods: [
      ['Ruana de Sogamoso', 'Lana virgen, telar de pedal', '$ 320.000'],
      ['Mochila wayuu', 'Una sola hebra, veinte días', '$ 280.000'],
      ['Café de Pitalito', '340 g, en grano o molido', '$ 42.000'],
      ['Cuaderno cosido', 'Papel de caña, lomo a la vista', '$ 38.000'],
    ],
    place: 'Carrera 4A n.º 26-37, local 2, Bogotá',
    hours: 'Martes a sábado, de 10 a. m. a 7 p. m.',
    ask: '¿Preguntas por una talla o un envío? Escríbenos en el chat de la esquina.',
    sample: 'Casa Hebra no existe: es un sitio de ejemplo para probar el chat de Hilo.',
    none: 'Aún no hay chat',
    make: 'El espacio de trabajo de demostración aún no tiene un canal de chat en vivo. Crea uno con tu clave de API:',
    next: 'Vuelve a cargar esta página o agrega esta línea con tu token a cualquier sitio:',
  },
  en: {
    kind: 'Weaving and coffee · La Macarena, Bogotá',
    menu: 'Menu',
    shop: 'The shop',
    visit: 'Visit us',
    title: 'Made slowly, made to last.',
    lead: 'Ruanas woven in Sogamoso, Wayuu bags and coffee from small growers. A few well-made pieces, each with its maker’s name.',
    see: 'See the shop',
    goods: [
      ['Sogamoso ruana', 'Virgin wool, treadle loom', 'COP 320,000'],
      ['Wayuu bag', 'A single thread, twenty days', 'COP 280,000'],
      ['Pitalito coffee', '340 g, beans or ground', 'COP 42,000'],
      ['Sewn notebook', 'Cane paper, open spine', 'COP 38,000'],
    ],
    place: 'Carrera 4A # 26-37, local 2, Bogotá',
    hours: 'Tuesday to Saturday, 10 am to 7 pm.',
    ask: 'Questions about sizes or delivery? Write to us in the chat in the corner.',
    sample: 'Casa Hebra is not a real shop: it’s a sample site for trying Hilo’s chat.',
    none: 'There’s no chat yet',
    make: 'The demo workspace has no live chat channel yet. Create one with your API key:',
    next: 'Reload this page, or add this line with your token to any site:',
  },
} satisfies Record<string, { goods: [string, string, string][] } & Record<string, unknown>>

const hills = `<svg class="hills" viewBox="0 0 520 400" aria-hidden="true"><rect width="520" height="400" fill="#f3dfc1"/>
<circle cx="386" cy="112" r="52" fill="#e2703a"/><path d="M0 268c70-92 128-120 182-66s86 30 132-28 120-74 206 18v208H0z" fill="#55786b"/>
<path d="M0 318c96-58 172-54 246-14s168 30 274-34v130H0z" fill="#2f5148"/>
<path d="M-10 356c120 10 150-96 214-96s30 96-26 84 16-112 116-100 110 70 236 12" fill="none" stroke="#f8efe0" stroke-width="5" stroke-linecap="round"/></svg>`

const drawing = (background: string, shapes: string) =>
  `<svg viewBox="0 0 240 180" aria-hidden="true"><rect width="240" height="180" rx="14" fill="${background}"/>${shapes}</svg>`

const drawings = [
  drawing(
    '#e9d8c4',
    '<path d="M120 34l66 18-12 96H66L54 52z" fill="#8a4b32"/><path d="M120 34l14 20-14 30-14-30z" fill="#e9d8c4"/><path d="M60 100h120M63 116h114M66 132h108" stroke="#f3e7d3" stroke-width="5"/>',
  ),
  drawing(
    '#dfe5d6',
    '<path d="M78 78h84l10 58a40 16 0 0 1-104 0z" fill="#c2452d"/><path d="M84 78c-4-52 76-52 72 0" fill="none" stroke="#7c2b1d" stroke-width="7"/><path d="M76 104l11-12 11 12 11-12 11 12 11-12 11 12 11-12 11 12" fill="none" stroke="#f6d9a8" stroke-width="6"/><path d="M72 128l12-10 12 10 12-10 12 10 12-10 12 10 12-10 12 10" fill="none" stroke="#2f5148" stroke-width="6"/>',
  ),
  drawing(
    '#f0dfc8',
    '<path d="M86 42h68l8 100H78z" fill="#3c2a21"/><path d="M86 42h68v16H86z" fill="#5a4032"/><circle cx="120" cy="98" r="22" fill="#e9c48d"/><path d="M120 80c-14 12 14 24 0 36" fill="none" stroke="#3c2a21" stroke-width="4"/>',
  ),
  drawing(
    '#d9dfe6',
    '<path d="M70 40h96a8 8 0 0 1 8 8v88a8 8 0 0 1-8 8H70z" fill="#2d4a63"/><path d="M70 40v104" stroke="#f3e7d3" stroke-width="7" stroke-dasharray="9 7"/><path d="M98 74h52M98 90h36" stroke="#f3e7d3" stroke-width="5" stroke-linecap="round"/>',
  ),
]

export const demoStyle = `
*{box-sizing:border-box}html{scroll-behavior:smooth}
body{margin:0;background:#fbf7f0;color:#2a221c;font:17px/1.6 Georgia,'Times New Roman',serif}
header,main,footer{max-width:68rem;margin:0 auto;padding:0 1.5rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:baseline;justify-content:space-between;padding-top:1.5rem;padding-bottom:1.5rem}
a{color:inherit}a:focus-visible{outline:2px solid #2f5148;outline-offset:3px}
.name{font-size:1.5rem;font-weight:700;text-decoration:none;letter-spacing:-.01em}
nav{display:flex;gap:1.25rem;font:15px/1.5 system-ui,sans-serif}nav a{text-decoration:none}nav a:hover{text-decoration:underline}
.hero{display:grid;grid-template-columns:1.05fr 1fr;gap:3rem;align-items:center;padding:2rem 0 4rem}.hills{width:100%;height:auto;border-radius:28px}
.eyebrow{font:600 13px/1.4 system-ui,sans-serif;color:#8a4b32;margin:0}h1{font-size:clamp(2.2rem,5vw,3.6rem);line-height:1.08;letter-spacing:-.02em;margin:.5rem 0 1rem}
.lead{font-size:1.15rem;color:#5a4d42;margin:0 0 1.75rem;max-width:34rem}
.action{display:inline-block;padding:.75rem 1.4rem;border-radius:999px;background:#2f5148;color:#fff;text-decoration:none;font:600 15px/1.4 system-ui,sans-serif}.action:hover{background:#243f38}
h2{font-size:1.7rem;letter-spacing:-.01em;margin:0 0 1.25rem}
.goods{list-style:none;padding:0;margin:0 0 4rem;display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:1.5rem}
.goods svg{width:100%;height:auto;display:block}h3{font-size:1.1rem;margin:.75rem 0 0}.goods p{margin:0;color:#5a4d42;font-size:.95rem}.goods .price{color:#2a221c;font:600 15px/1.8 system-ui,sans-serif}
.visit{padding:2rem 2.25rem;border-radius:28px;background:#efe4d2;margin-bottom:4rem}.visit p{margin:.25rem 0}
.missing{padding:1.5rem 1.75rem;border:2px dashed #8a4b32;border-radius:18px;font:16px/1.55 system-ui,sans-serif}.missing h2{margin-bottom:.5rem}
pre{background:#2a221c;color:#fbf7f0;padding:1rem;border-radius:10px;overflow:auto;font:14px/1.55 ui-monospace,monospace}
footer{padding-bottom:7rem;font:14px/1.5 system-ui,sans-serif;color:#6b5d51}
@media(max-width:48rem){.hero{grid-template-columns:1fr;gap:1.5rem;padding-top:.5rem}}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}`
