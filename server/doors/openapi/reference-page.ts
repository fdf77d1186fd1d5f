import type { OpenApi } from '#doors/openapi/openapi.ts'
import { escapeHtml } from '#doors/openapi/escape-html.ts'
import { type Member, section } from '#doors/openapi/reference-operation.ts'
import { referenceStyle } from '#doors/openapi/reference-style.ts'
import type { ReferenceWords } from '#doors/openapi/reference-words.ts'

type Codes = Record<string, readonly [number, string]>

/**
 * The API reference. It is complete without its script (web/reference.ts), which adds the search and the forms to try a
 * request; it loads nothing from elsewhere.
 */
export function referencePage(document: OpenApi, codes: Codes, words: ReferenceWords): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = document.tags
    .map(({ name }) => ({ name, members: operations.filter(({ operation }) => operation.tags.includes(name)) }))
    .filter(({ members }) => members.length > 0)
  return `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hilo API</title><style>${referenceStyle}</style><script type="module" src="/reference.js"></script></head><body>
<nav aria-label="${words.operations}"><h1>Hilo API</h1>
<div class="links"><a href="/api/v1/openapi.json">openapi.json</a><a href="?language=${words.other.language}" hreflang="${words.other.language}" lang="${words.other.language}">${words.other.name}</a></div>
<div id="tools" hidden><label>${words.search}<input id="search" type="search" autocomplete="off" aria-keyshortcuts="/"></label><p id="found" class="hint" role="status" data-found="${words.found}"></p>
<label>${words.key}<input id="key" type="password" autocomplete="off" aria-describedby="key-hint" placeholder="hil_…"></label><p id="key-hint" class="hint">${words.keyHint}</p></div>
${groups.map(({ name, members }) => `<div data-group><h2>${escapeHtml(name)}</h2><ul>${members.map(link).join('')}</ul></div>`).join('')}</nav>
<main>${introduction(document, codes, words)}
${groups.map(({ name, members }) => `<h2 lang="en">${escapeHtml(name)}</h2>${members.map((each) => section(each, document, words)).join('')}`).join('')}</main>
${tryForm(words)}</body></html>`
}

const link = ({ method, operation }: Member) =>
  `<li><a href="#${operation.operationId}"><b class="${method}">${method}</b> ${escapeHtml(operation.operationId)}</a></li>`

const introduction = (document: OpenApi, codes: Codes, words: ReferenceWords) =>
  `<section><h2>${words.requests}</h2><p>${words.requestsText}</p>
<pre>curl ${escapeHtml(String(document.servers[0]?.['url']))}/api/v1/contacts -H "Authorization: Bearer $KEY"</pre><p>${words.tools}</p></section>
<section><h2>${words.errors}</h2><table><thead><tr><th>${words.code}</th><th>${words.status}</th><th>${words.meaning}</th></tr></thead><tbody>${Object.entries(
    codes,
  )
    .map(
      ([code, [status, title]]) =>
        `<tr id="${code.replaceAll('_', '-')}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td></tr>`,
    )
    .join('')}</tbody></table></section>`

/** The form to try a request, which the script copies into an operation. */
const tryForm = (words: ReferenceWords) =>
  `<template id="try-button"><button type="button" aria-expanded="false">${words.tryIt}</button></template>
<template id="try"><div class="try"><p class="hint">${words.tryNote}</p><form data-missing-key="${words.missingKey}" data-invalid-body="${words.invalidBody}" data-failed="${words.failed}">
<label data-body>${words.body}<textarea rows="6" spellcheck="false"></textarea></label><div><button type="submit">${words.send}</button></div>
<p role="status"></p><pre hidden></pre></form></div></template>`
