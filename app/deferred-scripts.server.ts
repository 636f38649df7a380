import { ownScripts } from './inline-scripts.server.ts'
import { onHydrated } from './lib/on-hydrated.ts'

const preload = /<link rel="modulepreload" href="([^"]+)"(?: nonce="[\w-]+")?\/>/g
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");?$/gm
const entryImport = /^import\(/m

/** For pages whose pictures are long in coming. */
const waitAtMostMs = 3000

/**
 * A page can be read before its scripts run, so they are asked for when all that is seen at first has come, or when
 * somebody does something. What the router writes for fetching them at once becomes one script that waits.
 */
export function lateScripts(page: string, nonce: string): string {
  const files = Array.from(page.matchAll(preload), ([, file]) => file)
  const html = page.replaceAll(preload, '')
  const start = ownScripts(html, nonce).find(({ tag }) => tag.includes(' type="module"'))
  if (!start) return html
  const script = `<script nonce="${nonce}">${waiting(files, dynamic(start.text))}</script>`
  return html.slice(0, start.start) + script + html.slice(start.end)
}

function dynamic(start: string): string {
  return start
    .replaceAll(
      staticImport,
      (_, name: string | undefined, file: string) => `${name ? `const ${name}=` : ''}await import(${file});`,
    )
    .replace(entryImport, 'await import(')
}

/**
 * A button pressed too early shows that it was (`data-pressed`), and is pressed again when the page says that it has come
 * to life; a form is sent then. Where the
 * scripts cannot be had, nobody will settle the currency, and prices that wait for that show in dollars.
 */
const waiting = (files: (string | undefined)[], start: string) => `(function(){
var files=${JSON.stringify(files)},signs=['pointerdown','keydown','touchstart','scroll'],begun,pressed,sent;
async function run(){${start}}
function begin(){if(begun)return;begun=true;
signs.forEach(function(sign){removeEventListener(sign,begin,true)});
files.forEach(function(file){var link=document.createElement('link');link.rel='modulepreload';link.href=file;document.head.append(link)});
run().catch(function(){dollars();release()})}
function dollars(){var data=document.documentElement.dataset;if(data.currency==='pending')data.currency='USD'}
function note(event){var button=event.target.closest('button');if(!button)return;release();pressed=button;button.setAttribute('data-pressed','')}
function release(){if(pressed)pressed.removeAttribute('data-pressed')}
function hold(event){if(!event.target.hasAttribute('action')){event.preventDefault();sent=event.target}}
function alive(){removeEventListener('click',note,true);removeEventListener('submit',hold,true);release();
if(pressed&&pressed.isConnected)pressed.click();else if(sent&&sent.isConnected)sent.requestSubmit()}
function seen(){requestAnimationFrame(function(){setTimeout(begin)})}
signs.forEach(function(sign){addEventListener(sign,begin,{capture:true,passive:true})});
addEventListener('click',note,true);addEventListener('submit',hold,true);
addEventListener('${onHydrated}',alive,{once:true});
if(document.readyState==='complete')seen();else addEventListener('load',seen);
setTimeout(begin,${waitAtMostMs});
})()`
