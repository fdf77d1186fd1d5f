/** The style of the form page. The trap is hidden from people, screen readers included. */
export const formStyle = `
*{box-sizing:border-box}
body{margin:0;background:#f6f5f2;color:#22232b;font:17px/1.5 ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:34rem;margin:6vh auto;padding:2rem 1.5rem;background:#fff;border-radius:16px;box-shadow:0 1px 2px #0001,0 8px 30px #0000000d}
h1{margin:0 0 1.2rem;font-size:1.5rem;line-height:1.3;overflow-wrap:anywhere}
p{margin:0 0 1.1rem}
label{display:block;margin-bottom:.3rem;overflow-wrap:anywhere}
.needed{color:#5a5c6b;font-size:.85rem}
input,textarea,select{display:block;width:100%;padding:.7rem;border:1px solid #8d8f9c;border-radius:10px;background:#fff;color:inherit;font:inherit}
textarea{resize:vertical}
.tick{display:grid;grid-template-columns:auto 1fr;gap:0 .7rem;align-items:start}
.tick input{width:1.2rem;height:1.2rem;margin:.2rem 0 0;padding:0}
.tick .error{grid-column:2}
.trap{position:absolute;left:-10000px;width:1px;height:1px;overflow:hidden}
.thanks{margin:0;padding:.8rem 1rem;background:#eaf5ee;border-radius:10px;color:#1d4f30;white-space:pre-wrap;overflow-wrap:anywhere}
.error{display:block;margin:.3rem 0 0;color:#a3201d}
p.error{margin:0 0 1.1rem}
[aria-invalid]{border-color:#a3201d}
input:focus-visible,textarea:focus-visible,select:focus-visible,button:focus-visible{outline:2px solid #4349bb;outline-offset:2px}
button{padding:.7rem 1.4rem;border:0;border-radius:10px;background:#4349bb;color:#fff;font:inherit;font-weight:600;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#16171d;color:#ececf1}main{background:#21232c}.needed{color:#b4b6c4}
input,textarea,select{background:#16171d}.thanks{background:#1f3a2b;color:#c6efd5}.error{color:#ff9d97}[aria-invalid]{border-color:#ff9d97}
button{background:#8f95f5;color:#16171d}}`
