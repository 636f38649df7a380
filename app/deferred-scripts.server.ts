import { ownScripts } from './inline-scripts.server.ts'
import { hydratedEvent } from './lib/hydrated-event.ts'

const preload = /<link rel="modulepreload" href="([^"]+)"(?: nonce="[\w-]+")?\/>/g
const staticImport = /^import (?:\* as (\w+) from )?("[^"]+");?$/gm
const entryImport = /^import\(/m

/** For pages whose pictures load slowly. */
const maxWaitMs = 3000

/**
 * Loads the scripts after the page has loaded, or at the first user input, so that they do not delay the first paint.
 * Replaces the preload links and the module script of the router with one inline script.
 */
export function deferScripts(page: string, nonce: string): string {
  const files = Array.from(page.matchAll(preload), ([, file]) => file)
  const html = page.replaceAll(preload, '')
  const router = ownScripts(html, nonce).find(({ tag }) => tag.includes(' type="module"'))
  if (!router) return html
  const script = `<script nonce="${nonce}">${deferredLoader(files, withDynamicImports(router.text))}</script>`
  return html.slice(0, router.start) + script + html.slice(router.end)
}

function withDynamicImports(script: string): string {
  return script
    .replaceAll(
      staticImport,
      (_, name: string | undefined, file: string) => `${name ? `const ${name}=` : ''}await import(${file});`,
    )
    .replace(entryImport, 'await import(')
}

/**
 * A button pressed before hydration is marked (`data-pressed`) and clicked again after it; a form is submitted then. If
 * the scripts fail to load, prices that wait for the currency show in dollars.
 */
const deferredLoader = (files: (string | undefined)[], script: string) => `(function(){
var files=${JSON.stringify(files)},inputs=['pointerdown','keydown','touchstart','scroll'],started,pressed,submitted;
async function run(){${script}}
function start(){if(started)return;started=true;
inputs.forEach(function(input){removeEventListener(input,start,true)});
files.forEach(function(file){var link=document.createElement('link');link.rel='modulepreload';link.href=file;document.head.append(link)});
run().catch(function(){showDollars();release()})}
function showDollars(){var data=document.documentElement.dataset;if(data.currency==='pending')data.currency='USD'}
function rememberClick(event){var button=event.target.closest('button');if(!button)return;release();pressed=button;button.setAttribute('data-pressed','')}
function release(){if(pressed)pressed.removeAttribute('data-pressed')}
function holdSubmit(event){if(!event.target.hasAttribute('action')){event.preventDefault();submitted=event.target}}
function hydrated(){removeEventListener('click',rememberClick,true);removeEventListener('submit',holdSubmit,true);release();
if(pressed&&pressed.isConnected)pressed.click();else if(submitted&&submitted.isConnected)submitted.requestSubmit()}
function afterPaint(){requestAnimationFrame(function(){setTimeout(start)})}
inputs.forEach(function(input){addEventListener(input,start,{capture:true,passive:true})});
addEventListener('click',rememberClick,true);addEventListener('submit',holdSubmit,true);
addEventListener('${hydratedEvent}',hydrated,{once:true});
if(document.readyState==='complete')afterPaint();else addEventListener('load',afterPaint);
setTimeout(start,${maxWaitMs});
})()`
