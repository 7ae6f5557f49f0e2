// The concepts of a run, as pictures or as a table, beside a map: search, sorting, and a choice that all three share.

import { html, useMemo } from './vendor/preact-htm.js';
import { link, current, index } from './api.js';
import { useAnswer, Wait, Problems, Repeats, AtlasProgress, percent, number, picture } from './parts.js';
import { ConceptMap } from './map.js';
import { ConceptTable } from './table.js';

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

/** The concepts that a parameter of the address names. */
function useNumbers(text = '') {
  return useMemo(() => new Set(text.split('.').map(part => index(part)).filter(n => n !== null)), [text]);
}

function Gallery({ run, gallery, parameters }) {
  const text = parameters.find || '';
  const order = ORDERS[parameters.sort] ? parameters.sort : 'share';
  const turned = parameters.turned === '1';
  const table = parameters.as === 'table';
  const chosen = useNumbers(parameters.chosen);
  const marked = useNumbers(parameters.marked);
  const change = changed => {
    history.replaceState(null, '', link(['runs', run, 'concepts'], { ...current(), ...changed }));
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const value = ORDERS[order][1];
  const found = gallery.concepts
    .filter(card => matches(card, text) && (chosen.size === 0 || chosen.has(card.name.number)))
    .sort((a, b) => (turned ? -1 : 1) * ((value(b) ?? -Infinity) - (value(a) ?? -Infinity) || 0));
  const mark = number => change({ marked: [...marked].filter(n => n !== number).concat(marked.has(number) ? [] : number).join('.') });
  const sort = key => change({ sort: key, turned: key === order && !turned ? '1' : '' });
  return html`
    <h1>Concepts</h1>
    <form class="tools" role="search" onSubmit=${event => event.preventDefault()}>
      <label>Find <input type="search" value=${text} placeholder="name, number, tag, silent …" onInput=${event => change({ find: event.target.value })} /></label>
      <label>Sort by <select value=${order} onChange=${event => change({ sort: event.target.value, turned: '' })}>
        ${Object.entries(ORDERS).map(([key, [title]]) => html`<option value=${key} selected=${key === order}>${title}</option>`)}</select></label>
      <label>Shown as <select value=${table ? 'table' : ''} onChange=${event => change({ as: event.target.value })}>
        <option value="" selected=${!table}>pictures</option><option value="table" selected=${table}>table</option></select></label>
      <output>${found.length} of ${gallery.concepts.length}</output>
      ${marked.size > 0 && html`<button type="button" onClick=${() => change({ chosen: [...marked].join('.'), marked: '' })}>only the ${marked.size} marked</button>`}
      ${chosen.size > 0 && html`<button type="button" onClick=${() => change({ chosen: '' })}>all again</button>`}
    </form>
    <${Problems} list=${gallery.problems} />
    <${AtlasProgress} atlas=${gallery.atlas} />
    <div class="gallery"><${ConceptMap} run=${run} cards=${gallery.concepts} found=${new Set(found.map(card => card.name.number))}
        marked=${marked} mark=${mark} choose=${numbers => change({ chosen: numbers.join('.') })} />
    ${table
      ? html`<${ConceptTable} run=${run} cards=${found} order=${order} rising=${turned !== (order === 'number')} sort=${sort} marked=${marked} mark=${mark} />`
      : html`<ul class="cards concepts">${found.map(card => html`<${Card} key=${card.name.number} run=${run} card=${card} />`)}</ul>`}</div>
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
