// The frame of the studio: reads the address, shows the view it names.

import { html, render, useState, useEffect, useRef, useErrorBoundary } from './vendor/preact-htm.js';
import { link, makesRuns } from './api.js';
import { Runs, RunPage } from './runs.js';
import { Concepts } from './concepts.js';
import { Concept } from './concept.js';
import { Image } from './image.js';
import { Images } from './images.js';
import { Class, Classes } from './classes.js';
import { Compare } from './compare.js';
import { New } from './new.js';
import { Repair } from './repair.js';
import { Save } from './save.js';
import { Dropped } from './over.js';

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // there is no such view, which the page reports
  }
}

function address() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return {
    parts: path.split('/').filter(Boolean).map(decoded),
    parameters: Object.fromEntries(new URLSearchParams(query || '')),
  };
}

function view({ parts, parameters }) {
  const [first, run, kind, number] = parts;
  if (!first) {
    return html`<${Runs} />`;
  }
  if (first === 'compare') {
    return html`<${Compare} parameters=${parameters} />`;
  }
  if (first === 'new') {
    return html`<${New} parameters=${parameters} />`;
  }
  if (first === 'runs' && run && !kind) {
    return html`<${RunPage} key=${run} run=${run} />`;
  }
  if (kind === 'concepts' && number === undefined) {
    return html`<${Concepts} key=${run} run=${run} parameters=${parameters} />`;
  }
  if (kind === 'concepts') {
    return html`<${Concept} key=${run + number} run=${run} number=${Number(number)} parameters=${parameters} />`;
  }
  if (kind === 'images' && number === undefined) {
    return html`<${Images} key=${run} run=${run} parameters=${parameters} />`;
  }
  if (kind === 'images') {
    return html`<${Image} key=${run + number} run=${run} number=${number} parameters=${parameters} />`;
  }
  if (kind === 'classes' && number === undefined) {
    return html`<${Classes} key=${run} run=${run} parameters=${parameters} />`;
  }
  if (kind === 'classes') {
    return html`<${Class} key=${run + number} run=${run} number=${Number(number)} />`;
  }
  if (kind === 'repair') {
    return html`<${Repair} key=${run} run=${run} parameters=${parameters} />`;
  }
  return html`<h1>Nothing here</h1><p class="problem">There is no such view. <a href="#/">All runs</a></p>`;
}

/** The view of an address, or an error with a link; another address resets the error. */
function Shown({ place }) {
  const [error, forget] = useErrorBoundary(failure => console.error(failure));
  useEffect(() => forget, [place]);
  return error
    ? html`<p class="problem" role="alert">This view cannot be shown: ${error.message}. <a href=${link(place.parts)}>Without its settings</a> · <a href="#/">All runs</a></p>`
    : view(place);
}

function Path({ parts }) {
  const [first, run, kind, number] = parts;
  const [makes, setMakes] = useState(false);
  useEffect(() => { makesRuns().then(setMakes, () => {}); }, []);
  return html`<nav aria-label="Where you are">
    <a href="#/" accesskey="r">runs</a>
    ${first === 'new' && html` <span>/</span> <span aria-current="page">new run</span>`}
    ${run && html` <span>/</span> <a href=${link(['runs', run])}>${run}</a>`}
    ${kind && html` <span>/</span> <a href=${link(['runs', run, kind])}>${kind}</a>`}
    ${number !== undefined && html` <span>/</span> <span aria-current="page">${number}</span>`}
    <span class="beside">
      ${makes && first !== 'new' && html`<a href="#/new" accesskey="n">new run</a>`}
      ${run && html`<a href=${link(['runs', run])} accesskey="a">audit</a>
      <a href=${link(['runs', run, 'concepts'])} accesskey="c">concepts</a>
      <a href=${link(['runs', run, 'images'])} accesskey="i">images</a>
      <a href=${link(['runs', run, 'classes'])} accesskey="k">classes</a>
      <a href=${link(['runs', run, 'repair'])} accesskey="p">repair</a>`}
      <${Save} parts=${parts} />
    </span>
  </nav>`;
}

function App() {
  const [place, setPlace] = useState(address);
  useEffect(() => {
    const follow = () => setPlace(address());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  const shown = place.parts.join(' / ');
  const before = useRef(shown);
  useEffect(() => { // moves the focus of keyboard users to the new view
    document.title = (shown ? shown.replace(/^runs . /, '') + ' - ' : '') + 'eddp studio';
    if (before.current !== shown) {
      before.current = shown;
      document.getElementById('view').focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }, [shown]);
  const run = place.parts[0] === 'runs' ? place.parts[1] : undefined;
  return html`
    <header><button type="button" class="skip" onClick=${() => document.getElementById('view').focus()}>to the view</button><${Path} parts=${place.parts} />${run && html`<${Dropped} run=${run} />`}</header>
    <main id="view" tabindex="-1"><${Shown} place=${place} /></main>`;
}

render(html`<${App} />`, document.getElementById('app'));
