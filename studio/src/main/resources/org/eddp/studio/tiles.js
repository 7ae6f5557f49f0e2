// The components of pages, as the studio draws them: crops of a concept, and the classes it moves.

import { html, useState, useEffect, useRef } from './vendor/preact-htm.js';
import { link } from './api.js';
import { signed } from './parts.js';

/** Address of a crop; the whole picture, large, where that is wanted. */
export function crop(run, concept, image, large = false) {
  return `/api/runs/${encodeURIComponent(run)}/concepts/${concept}/crops/${image}${large ? '?large=1' : ''}`;
}

/** Crops beside each other, each where it is to appear from the start. */
export function Crops({ run, concept, images, wanted = 4 }) {
  return html`<span class="crops">${images.length > 0
    ? images.map(image => html`<img key=${image} loading="lazy" decoding="async" src=${crop(run, concept, image)} alt="" width="224" height="224" />`)
    : Array.from({ length: wanted }, () => html`<span class="coming"></span>`)}</span>`;
}

/** Large crops; a click shows the whole picture. */
export function LargeCrops({ title, list, run, concept }) {
  const [shown, show] = useState(null);
  return list.length > 0 && html`<section><h2>${title}</h2><ul class="pictures large">${list.map((each, k) => html`
    <li key=${each.image}><button type="button" class="link crop" title=${each.name} onClick=${() => show(each)}>
      <img loading="lazy" decoding="async" src=${crop(run, concept, each.image)} alt=${`example ${k + 1}: ${each.name}`} width="224" height="224" /></button></li>`)}</ul>
    ${shown && html`<${Enlarged} run=${run} concept=${concept} shown=${shown} close=${() => show(null)} />`}</section>`;
}

/** A whole picture over the page, until it is clicked or left with Escape. */
function Enlarged({ run, concept, shown, close }) {
  const dialog = useRef();
  useEffect(() => dialog.current.showModal(), []);
  return html`<dialog ref=${dialog} class="enlarged" onClose=${close} onClick=${() => dialog.current.close()} aria-label=${shown.name}>
    <img src=${crop(run, concept, shown.image, true)} alt=${shown.name + ', outlined where the concept is'} />
    <p>${shown.name}, score ${signed(shown.score)}. <a href=${link(['runs', run, 'images', shown.image], { concept })}>Why this picture is classified as it is</a>
      <button type="button">close</button></p></dialog>`;
}

/** The classes that a concept moves most: "raises Saint Bernard (+5.3), perhaps ...". */
export function Effects({ run, effects, kind }) {
  if (!effects || effects.unknown === null && effects.raised.length + effects.lowered.length === 0) {
    return null;
  }
  if (effects.unknown !== null) {
    return html`<p class="effects">Which ${kind === 'label' ? 'labels' : 'classes'} it moves is not known: ${effects.unknown}.</p>`;
  }
  const chips = (verb, list, style) => list.map((moved, k) => html`${k > 0 ? ', ' : ''}${!moved.certain && (k === 0 || list[k - 1].certain) ? 'perhaps ' : ''}${k === 0 ? verb : ''}
    <a class=${`chip ${style}${moved.certain ? '' : ' maybe'}`} href=${link(['runs', run, 'classes', moved.label])}>${moved.name} (${signed(moved.effect, 1)})</a>`);
  return html`<p class="effects">${chips('raises ', effects.raised, 'up')}${effects.raised.length > 0 && effects.lowered.length > 0 && '; '}${chips('lowers ', effects.lowered, 'down')}</p>`;
}
