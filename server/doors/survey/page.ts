import { type Language, words } from '#doors/survey/words.ts'

type Form = {
  language: Language
  inbox_name: string
  question: string | null
  rating: number | null
  comment: string | null
  /** Whether the survey was answered before. */
  answered: boolean
  closes_at: string
  time_zone: string
  /** Whether it was sent without a rating. */
  incomplete?: boolean
}

/** The question with its answers. It needs no script: the stars are radio buttons of a plain form. */
export function surveyPage(form: Form): string {
  const { language, inbox_name, question, rating, comment, answered, incomplete } = form
  const texts = words[language]
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: form.time_zone })
  const thanks = `<p class="thanks" role="status"><strong>${texts.thanks}</strong> ${texts.until(day.format(new Date(form.closes_at)))}</p>`
  const error = `<p class="error" role="alert" id="wrong">${texts.choose}</p>`
  return document(
    language,
    inbox_name,
    `${answered && !incomplete ? thanks : ''}
<form method="post">
<fieldset${incomplete ? ' aria-describedby="wrong"' : ''}>
<legend><h1>${escape(question ?? texts.question)}</h1></legend>
<div class="stars">${texts.ratings.map((name, i) => star(language, i + 1, name, rating)).join('')}</div>
</fieldset>
${incomplete ? error : ''}
<label for="comment">${texts.comment}</label>
<textarea id="comment" name="comment" rows="4" maxlength="2000">\n${escape(comment ?? '')}</textarea>
<button>${answered ? texts.change : texts.send}</button>
</form>`,
  )
}

function star(language: Language, count: number, name: string, rating: number | null): string {
  const { stars } = words[language]
  const checked = count === rating ? ' checked' : ''
  return `<label class="star"><input type="radio" name="rating" value="${count}"${checked} aria-label="${stars(count)}: ${name}">
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z"/></svg><span aria-hidden="true">${name}</span></label>`
}

/** A page with a notice: closed, not found or failed. */
export function noticePage(language: Language, title: 'closed' | 'missing' | 'failed', inbox_name = ''): string {
  const texts = words[language]
  return document(language, inbox_name, `<h1>${texts[title]}</h1><p>${texts[`${title}Note`]}</p>`)
}

function document(language: Language, inbox_name: string, body: string): string {
  const name = escape(inbox_name)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name || words[language].question}</title>
<link rel="icon" href="data:,">
<style>${surveyStyle}</style>
</head>
<body><main>${name && `<p class="inbox">${name}</p>`}
${body}
</main></body>
</html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export const surveyStyle = `
*{box-sizing:border-box}
body{margin:0;background:#f6f5f2;color:#22232b;font:17px/1.5 ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:34rem;margin:6vh auto;padding:2rem 1.5rem;background:#fff;border-radius:16px;box-shadow:0 1px 2px #0001,0 8px 30px #0000000d}
h1{margin:0;font-size:1.5rem;line-height:1.3;overflow-wrap:anywhere;white-space:pre-wrap}
p{margin:.6rem 0}
.inbox{margin:0 0 .4rem;color:#5a5c6b;font-size:.9rem}
.thanks{margin:0 0 1rem;padding:.8rem 1rem;background:#eaf5ee;border-radius:10px;color:#1d4f30}
.error{color:#a3201d}
fieldset{margin:0;padding:0;border:0;min-width:0}
legend{padding:0}
.stars{display:flex;margin:1.2rem 0;max-width:26rem}
.star{position:relative;flex:1;text-align:center;font-size:.8rem;color:#5a5c6b;cursor:pointer}
.star input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.star svg{display:block;width:44px;height:44px;margin:0 auto 4px;fill:#fff;stroke:#8a6d1d;stroke-width:1.4;stroke-linejoin:round}
.star:has(input:checked) svg,.star:has(~.star input:checked) svg{fill:#f2b01e}
.star:has(input:checked) span{color:#22232b;font-weight:600}
.star:has(input:focus-visible){outline:2px solid #4349bb;outline-offset:2px;border-radius:8px}
label{display:block}
textarea{display:block;width:100%;margin:.4rem 0 1.2rem;padding:.7rem;border:1px solid #8d8f9c;border-radius:10px;font:inherit;resize:vertical}
textarea:focus,button:focus-visible{outline:2px solid #4349bb;outline-offset:2px}
button{padding:.7rem 1.4rem;border:0;border-radius:10px;background:#4349bb;color:#fff;font:inherit;font-weight:600;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#16171d;color:#ececf1}main{background:#21232c}.inbox,.star{color:#b4b6c4}.star svg{fill:#21232c;stroke:#d8b04a}
.star:has(input:checked) span{color:#ececf1}.thanks{background:#1f3a2b;color:#c6efd5}.error{color:#ff9d97}textarea{background:#16171d;color:inherit}button{background:#8f95f5;color:#16171d}}`
