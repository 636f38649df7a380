import { Children, cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts } from 'react-router'
import { hydratedEvent } from '#app/lib/hydrated-event.ts'
import { InlineScript } from './inline-script.tsx'

type Tag = ReactElement<{ type?: string; rel?: string; href?: string; id?: string; children?: ReactNode }>

const moduleId = 'deferred-module'
/** For pages whose pictures load slowly. */
const maxWaitMs = 3000

/**
 * The router's scripts, loaded after the page has loaded, or at the first user input, so that they do not delay the
 * first paint. Its module script is sent as plain text, which the loader turns into a script again.
 */
export function DeferredScripts() {
  const tags = tagsIn(Scripts({}))
  const isPreload = ({ props }: Tag) => props.rel === 'modulepreload'
  return (
    <>
      {tags
        .filter((tag) => !isPreload(tag))
        .map((tag) => (tag.props.type === 'module' ? cloneElement(tag, { type: 'text/plain', id: moduleId }) : tag))}
      <InlineScript text={loader(tags.filter(isPreload).map(({ props }) => props.href))} />
    </>
  )
}

function tagsIn(node: ReactNode): Tag[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<Tag['props']>(child)) return []
    return child.type === Fragment ? tagsIn(child.props.children) : [child]
  })
}

/**
 * Each file is requested in a task of its own, because all requests in one task block a slow phone for a tenth of a
 * second. They are imported one after the other, dependencies first, so that each is also evaluated in a task of its own;
 * the module script, which imports them all, only starts the last one, the entry.
 *
 * A button pressed before hydration is marked (`data-pressed`) and clicked again after it; a form is submitted then. If
 * the scripts fail to load, prices that wait for the currency show in dollars.
 */
const loader = (files: (string | undefined)[]) => `(function(){
var files=${JSON.stringify(files)},inputs=['pointerdown','keydown','touchstart','scroll'],started,pressed,submitted;
function start(){if(started)return;started=true;
inputs.forEach(function(input){removeEventListener(input,start,true)});
files.forEach(function(file){setTimeout(preload,0,file)});
var script=document.createElement('script');script.type='module';script.text=document.getElementById('${moduleId}').text;
script.onerror=fail;
files.reduceRight(function(done,file){var isEntry=script.text.includes('import("'+file+'")');
return isEntry?done:done.then(function(){return import(file)})},Promise.resolve()).then(function(){document.head.append(script)},fail)}
function preload(file){var link=document.createElement('link');link.rel='modulepreload';link.href=file;document.head.append(link)}
function fail(){var data=document.documentElement.dataset;if(data.currency==='pending')data.currency='USD';release()}
function rememberClick(event){var button=event.target.closest('button');if(!button)return;release();pressed=button;button.setAttribute('data-pressed','')}
function release(){if(pressed)pressed.removeAttribute('data-pressed')}
function holdSubmit(event){if(!event.target.hasAttribute('action')){event.preventDefault();submitted=event.target}}
function hydrated(){removeEventListener('click',rememberClick,true);removeEventListener('submit',holdSubmit,true);
removeEventListener('unhandledrejection',fail);release();
if(pressed&&pressed.isConnected)pressed.click();else if(submitted&&submitted.isConnected)submitted.requestSubmit()}
function afterPaint(){requestAnimationFrame(function(){setTimeout(start)})}
inputs.forEach(function(input){addEventListener(input,start,{capture:true,passive:true})});
addEventListener('click',rememberClick,true);addEventListener('submit',holdSubmit,true);addEventListener('unhandledrejection',fail);
addEventListener('${hydratedEvent}',hydrated,{once:true});
if(document.readyState==='complete')afterPaint();else addEventListener('load',afterPaint);
setTimeout(start,${maxWaitMs});
})()`
