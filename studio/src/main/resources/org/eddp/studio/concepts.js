// The gallery of concepts: search, sorting, and a map that shows which are written alike.

import { html, useState, useMemo, useRef } from './vendor/preact-htm.js';
import { link, index } from './api.js';
import { useAnswer, Wait, Problems, Repeats, AtlasProgress, percent, number, picture } from './parts.js';

const ORDERS = {
  number: ['number', card => -card.name.number],
  share: ['share of the patches', card => card.share],
  iou: ['IoU with its label', card => card.iou],
  precision: ['precision', card => card.precision],
  f1: ['F1', card => card.f1],
  reliability: ['reliability of the signal vector', card => card.reliability],
};

export function Concepts({ run, parameters }) {
  const answer = useAnswer(`/api/runs/${encodeURIComponent(run)}/concepts`, { until: value => value.atlas.ready || value.atlas.failure });
  return html`<${Wait} answer=${answer}>${gallery => html`<${Gallery} run=${run} gallery=${gallery} parameters=${parameters} />`}<//>`;
}

function matches(card, text) {
  const all = [card.title, card.closest, card.category, card.kind, ...card.tags, card.bookmarked ? 'bookmark' : '']
    .filter(Boolean).join(' ').toLowerCase();
  return text.toLowerCase().split(/\s+/).every(word => all.includes(word));
}

function Gallery({ run, gallery, parameters }) {
  const text = parameters.find || '';
  const order = ORDERS[parameters.sort] ? parameters.sort : 'share';
  const lasso = useMemo(() => new Set((parameters.chosen || '').split('.').map(text => index(text)).filter(n => n !== null)), [parameters.chosen]);
  const change = changed => {
    history.replaceState(null, '', link(['runs', run, 'concepts'], { ...parameters, ...changed }));
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const value = ORDERS[order][1];
  const found = gallery.concepts
    .filter(card => matches(card, text) && (lasso.size === 0 || lasso.has(card.name.number)))
    .sort((a, b) => (value(b) ?? -Infinity) - (value(a) ?? -Infinity));
  return html`
    <h1>Concepts</h1>
    <form class="tools" role="search" onSubmit=${event => event.preventDefault()}>
      <label>Find <input type="search" value=${text} placeholder="name, number, tag, silent …" onInput=${event => change({ find: event.target.value })} /></label>
      <label>Sort by <select value=${order} onChange=${event => change({ sort: event.target.value })}>
        ${Object.entries(ORDERS).map(([key, [title]]) => html`<option value=${key} selected=${key === order}>${title}</option>`)}</select></label>
      <output>${found.length} of ${gallery.concepts.length}</output>
      ${lasso.size > 0 && html`<button type="button" onClick=${() => change({ chosen: '' })}>all again</button>`}
    </form>
    <${Problems} list=${gallery.problems} />
    <${AtlasProgress} atlas=${gallery.atlas} />
    <div class="gallery"><${ConceptMap} run=${run} cards=${gallery.concepts} found=${new Set(found.map(card => card.name.number))}
        choose=${numbers => change({ chosen: numbers.join('.') })} />
    <ul class="cards concepts">${found.map(card => html`<${Card} key=${card.name.number} run=${run} card=${card} />`)}</ul></div>
    <${Repeats} list=${gallery.commands} />`;
}

function Card({ run, card }) {
  return html`<li class=${card.kind}><a href=${link(['runs', run, 'concepts', card.name.number])}>
    ${card.picture
      ? html`<img loading="lazy" decoding="async" src=${picture(run, card.picture.image)} alt="" width="112" height="112" />`
      : html`<span class="nothing">no picture</span>`}
    <strong>${card.bookmarked ? '★ ' : ''}${card.title}</strong></a>
    <span class="small">${percent(card.share, 2)} of the patches${card.kind && html` · <em>${card.kind}${card.duplicateOf !== null ? ' of ' + card.duplicateOf : ''}</em>`}</span>
    ${card.closest && html`<span class="small">${card.closest}</span>`}
    ${card.precision !== null && html`<span class="small">precision ${number(card.precision, 2)}, F1 ${number(card.f1, 2)}</span>`}
  </li>`;
}

/** Each dot a concept; dragging a rectangle chooses those inside. */
function ConceptMap({ run, cards, found, choose }) {
  const [drag, setDrag] = useState(null);
  const place = useRef();
  const at = event => {
    const box = place.current.getBoundingClientRect();
    return [(2.2 * (event.clientX - box.left)) / box.width - 1.1, (2.2 * (event.clientY - box.top)) / box.height - 1.1];
  };
  const end = () => {
    if (drag && Math.hypot(drag[2] - drag[0], drag[3] - drag[1]) > 0.05) {
      const [x0, x1] = [Math.min(drag[0], drag[2]), Math.max(drag[0], drag[2])];
      const [y0, y1] = [Math.min(drag[1], drag[3]), Math.max(drag[1], drag[3])];
      choose(cards.filter(c => c.x >= x0 && c.x <= x1 && -c.y >= y0 && -c.y <= y1).map(c => c.name.number));
    }
    setDrag(null);
  };
  return html`<figure class="map"><svg ref=${place} viewBox="-1.1 -1.1 2.2 2.2" role="group"
      aria-label="Map of the concepts; those written alike are near each other"
      onPointerDown=${event => { const [x, y] = at(event); setDrag([x, y, x, y]); }}
      onPointerMove=${event => { if (drag) { const [x, y] = at(event); setDrag([drag[0], drag[1], x, y]); } }}
      onPointerUp=${end} onPointerLeave=${end}>
    ${cards.map(card => html`<a href=${link(['runs', run, 'concepts', card.name.number])} tabindex="-1" class=${found.has(card.name.number) ? 'found' : 'other'}>
      <circle cx=${card.x} cy=${-card.y} r=${0.012 + 0.06 * Math.sqrt(card.share || 0)}><title>${card.title}</title></circle></a>`)}
    ${drag && html`<rect class="lasso" x=${Math.min(drag[0], drag[2])} y=${Math.min(drag[1], drag[3])}
        width=${Math.abs(drag[2] - drag[0])} height=${Math.abs(drag[3] - drag[1])} />`}
  </svg><figcaption>Concepts that are written alike are near each other; the larger, the more patches. Drag a rectangle to choose some.</figcaption></figure>`;
}
