export const referenceStyle = `
:root{color-scheme:light dark;--line:light-dark(#e4e4e7,#33333a);--soft:light-dark(#f6f6f7,#1d1d21);--text:light-dark(#1c1c20,#ececef);--muted:light-dark(#5c5c66,#a5a5b0);--accent:light-dark(#3f37c9,#a5b4fc)}
*{box-sizing:border-box}[hidden]{display:none!important}body{margin:0;display:grid;grid-template-columns:19rem minmax(0,1fr);font:15px/1.55 system-ui,sans-serif;color:var(--text);background:light-dark(#fff,#141417)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}a{color:var(--accent)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.25rem;border-right:1px solid var(--line);font-size:13px}
nav h1{font-size:1.15rem;margin:0 0 .5rem}nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.05em;color:var(--muted);margin:1.25rem 0 .25rem}
nav ul{list-style:none;margin:0;padding:0}nav li a{display:block;padding:.2rem 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}nav li a:hover,nav li a:focus{text-decoration:underline}
.links{display:flex;gap:1rem}label{display:block;font-weight:600;font-size:13px;margin-top:.75rem}
input,textarea{width:100%;font:inherit;color:inherit;background:light-dark(#fff,#141417);border:1px solid light-dark(#8a8a94,#7a7a85);border-radius:.4rem;padding:.4rem .55rem;margin-top:.2rem}
textarea,.try input{font:13px/1.5 ui-monospace,monospace}button{font:600 13px system-ui,sans-serif;min-height:2rem;padding:.25rem .8rem;border-radius:.4rem;border:1px solid var(--line);background:var(--soft);color:inherit;cursor:pointer}
button[type=submit]{background:light-dark(#4338ca,#4f46e5);border-color:transparent;color:#fff}.hint{color:var(--muted);font-size:12px;margin:.25rem 0}
main{padding:1.5rem 2.5rem 6rem;min-width:0}section{padding:1.5rem 0;border-bottom:1px solid var(--line);scroll-margin-top:1rem}
main>h2{margin:2.5rem 0 0;text-transform:capitalize}section.operation{display:grid;grid-template-columns:minmax(0,1.1fr) minmax(0,1fr);gap:0 2rem;align-items:start}
h3{font-size:1rem;margin:.25rem 0;overflow-wrap:anywhere}h4{font-size:.8rem;margin:0 0 .3rem;color:var(--muted)}p{margin:.4rem 0}.more{color:var(--muted)}code,pre{font:13px/1.5 ui-monospace,monospace}
pre{background:var(--soft);padding:.8rem;border-radius:.5rem;margin:.3rem 0 .8rem;white-space:pre-wrap;overflow-wrap:anywhere}summary{cursor:pointer;font-weight:600;font-size:13px;color:var(--muted);padding:.15rem 0}
table{border-collapse:collapse;width:100%;margin:.75rem 0;font-size:14px}td,th{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);overflow-wrap:break-word}em{color:var(--muted);font-size:12px}
.try{grid-column:1/-1;margin-top:.5rem;padding:1rem;border:1px solid var(--line);border-radius:.6rem;max-width:50rem}.try form>div{margin-top:.75rem}
b{font:600 11px ui-monospace,monospace}.GET{color:light-dark(#0b6b3a,#5ad18f)}.POST{color:light-dark(#1d4ed8,#8ab4ff)}.PATCH,.PUT{color:light-dark(#92500b,#f0b35a)}.DELETE{color:light-dark(#b42318,#ff8a80)}
@media(max-width:72rem){section.operation{display:block}}
@media(max-width:48rem){body{display:block}nav{position:static;height:auto;max-height:60vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:1rem}table,tbody,tr,td{display:block}thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}td{border:0;padding:.05rem 0}tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}}`
