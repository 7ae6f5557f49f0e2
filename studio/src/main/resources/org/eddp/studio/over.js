// Overlays of a picture: the place of a concept, its contribution, or the strongest detector of each patch. Also the
// drop zone for pictures.

import { html, useState, useEffect } from './vendor/preact-htm.js';
import { drop, link } from './api.js';
import { picture, outline, title, titleOf, signed, useAddressed, usePatchKeys } from './parts.js';

const HUES = [205, 30, 130, 330, 55, 265, 175, 0];

/** The picture with one of three layers; layer and opacity are in the address. */
export function Over({ run, image, page, concept, choose, patch, parameters, go }) {
  const layer = ['where', 'adds', 'segments'].includes(parameters.layer) ? parameters.layer : 'where';
  const [opacity, setOpacity] = useAddressed(parameters, given => given.opacity >= 0 && given.opacity <= 1 ? Number(given.opacity) : 0.6);
  const names = page.explained.concepts;
  const { rows, columns } = page;
  const scores = concept === null ? null : page.scores.map(all => all[concept]);
  const adds = concept === null ? null : page.explained.explanation.concepts.find(c => c.concept === concept).map.flat();
  const segments = page.scores.map(all => all.reduce((best, value, k) => value > 0 && (best === null || value > all[best]) ? k : best, null));
  const seen = [...new Set(segments.filter(k => k !== null))];
  const largest = adds ? Math.max(1e-12, ...adds.map(Math.abs)) : 1;
  const tint = k => {
    if (layer === 'segments') {
      return segments[k] === null ? 'transparent' : colour(seen.indexOf(segments[k]));
    }
    if (layer === 'adds' && adds) {
      return adds[k] >= 0 ? `rgb(33 102 172 / ${adds[k] / largest})` : `rgb(179 88 6 / ${-adds[k] / largest})`;
    }
    return 'transparent';
  };
  const cells = Array.from({ length: rows * columns }, (_, k) => k);
  const box = k => ({ x: k % columns, y: Math.floor(k / columns), width: 1, height: 1 });
  const keys = usePatchKeys(rows, columns, patch);
  const edge = layer === 'where' && scores ? outline(scores, rows, columns) : '';
  return html`<span class="outlined"><img src=${picture(run, image)} alt=${page.name} />
      <svg viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none" role="group" aria-label="Patches">
        <g opacity=${opacity}>${cells.map(k => html`<rect ...${box(k)} fill=${tint(k)} />`)}</g><path d=${edge} />
        ${cells.map(k => html`<rect class="patch" ...${box(k)} ...${keys(k)} role="button"
          aria-label=${`row ${Math.floor(k / columns)}, column ${k % columns}`} onClick=${() => patch(k)} />`)}</svg></span>
    <div class="tools"><label>Over it <select onChange=${event => go({ layer: event.target.value })}>
        <option value="where" selected=${layer === 'where'}>where a concept is</option>
        <option value="adds" selected=${layer === 'adds'}>what a concept adds</option>
        <option value="segments" selected=${layer === 'segments'}>the strongest detector</option></select></label>
      <label>Opacity <input type="range" min="0" max="1" step="0.05" value=${opacity} onInput=${event => setOpacity(Number(event.target.value))}
        onChange=${event => go({ opacity: event.target.value })} /></label></div>
    ${layer === 'segments'
      ? html`<ul class="legend">${seen.map((k, n) => html`<li><span style=${{ background: colour(n) }}></span><a href=${link(['runs', run, 'concepts', k])}>${titleOf(names[k])}</a></li>`)}
          ${seen.length === 0 && html`<li>No detector fires.</li>`}</ul>`
      : concept === null
        ? html`<p class="small">Choose a concept to see where it is; click a patch to read its concepts.</p>`
        : html`<p class="small"><a href=${link(['runs', run, 'concepts', concept])}>${titleOf(names[concept])}</a>${layer === 'adds'
            ? `: patches add up to ${signed(largest)} to ${title(page.explained.label)}, blue for, brown against` : ': outlined where it is'}${' '}
            <button type="button" onClick=${() => choose(null)}>whole picture</button></p>`}`;
}

function colour(n) {
  return `hsl(${HUES[n % HUES.length]} 80% ${n < HUES.length ? 50 : n < 2 * HUES.length ? 70 : 30}%)`;
}

/** Uploads a picture and opens its page; returns the state and the function. */
function useBringing(run) {
  const [state, setState] = useState('');
  const bring = async file => {
    if (!file) {
      return;
    }
    setState('reading …');
    try {
      location.hash = link(['runs', run, 'images', await drop(file)]);
      setState('');
    } catch (error) {
      setState(error.message);
    }
  };
  return [state, bring];
}

/** Uploads a chosen picture; dropped pictures are accepted anywhere in the window. */
export function Drop({ run }) {
  const [state, bring] = useBringing(run);
  return html`<div class="drop">
    <label>Drop a picture of your own into the window, or choose one: <input type="file" accept="image/*" onChange=${event => bring(event.target.files[0])} /></label>
    <span role="status"> ${state}</span></div>`;
}

/** Pictures may be dropped anywhere, whatever view of a run is shown. */
export function Dropped({ run }) {
  const [state, bring] = useBringing(run);
  useEffect(() => {
    const over = event => {
      if (event.dataTransfer.types.includes('Files')) {
        event.preventDefault(); // the browser would leave the studio for the picture
      }
    };
    const take = event => {
      over(event);
      bring(event.dataTransfer.files[0]);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', take);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', take);
    };
  }, [run]);
  return html`<div role="status">${state && html`<p class="dropped">${state}</p>`}</div>`;
}
