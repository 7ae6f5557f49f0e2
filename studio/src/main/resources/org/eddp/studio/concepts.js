// The concepts of a run, as pictures or as a table, beside a map: search, sorting, and a shared selection.

import { html, useMemo } from './vendor/preact-htm.js';
import { link, current, index } from './api.js';
import { useAnswer, Wait, Problems, Repeats, AtlasProgress, percent, number } from './parts.js';
import { Crops, Effects } from './tiles.js';
import { ConceptMap } from './map.js';
import { ConceptTable } from './table.js';

const ORDERS = {
  convincing: ['most convincing first', card => -card.place],
  number: ['number', card => -card.name.number],
  share: ['share of the patches', card => card.share],
  iou: ['IoU with its label', card => card.iou],
  precision: ['precision', card => card.precision],
  f1: ['F1', card => card.f1],
  reliability: ['reliability of the signal vector', card => card.reliability],
};

export function Concepts({ run, parameters }) {
  const answer = useAnswer(`/api/runs/${encodeURIComponent(run)}/concepts`, { until: value => value.atlas.ready || value.atlas.failure, every: 500 });
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
  const order = ORDERS[parameters.sort] ? parameters.sort : 'convincing';
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
  const folds = order === 'convincing' && !turned && !text && chosen.size === 0;
  const last = folds ? found.filter(card => card.last) : [];
  const first = last.length < found.length ? found.filter(card => !last.includes(card)) : found; // if all are such, none is folded
  const tiles = cards => html`<ul class="cards concepts">${cards.map(card => html`<${Card} key=${card.name.number} run=${run} card=${card} kind=${gallery.outputs} waits=${!gallery.atlas.ready && !gallery.atlas.failure} />`)}</ul>`;
  const mark = number => change({ marked: [...marked].filter(n => n !== number).concat(marked.has(number) ? [] : number).join('.') });
  const sort = key => change({ sort: key, turned: key === order && !turned ? '1' : '' });
  return html`
    <h1>Concepts</h1>
    <p class="sentence">Found without being told what to look for; outlines show where a concept is. ${gallery.sentence && html`<strong>${gallery.sentence}</strong>`}</p>
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
    <div class="gallery"><div class="list">
    ${table
      ? html`<${ConceptTable} run=${run} cards=${found} order=${order} rising=${turned !== (order === 'number')} sort=${sort} marked=${marked} mark=${mark} />`
      : html`<div>${tiles(first)}
        ${first !== found && last.length > 0 && html`<details class="rest"><summary>Show ${last.length} more that cover much and mean little: ${last.length === 1 ? 'a catch-all or background' : 'catch-alls and backgrounds'}</summary>${tiles(last)}</details>`}
        <p class="small">${order === 'convincing' && `The most convincing come first: reliability (two halves of the pictures give the same direction) × specificity (small share of the patches) × effect (on the ${gallery.outputs} moved most). `}${gallery.note}</p></div>`}</div>
    <${ConceptMap} run=${run} cards=${gallery.concepts} found=${new Set(found.map(card => card.name.number))}
        marked=${marked} mark=${mark} choose=${numbers => change({ chosen: numbers.join('.') })} /></div>
    <${Repeats} list=${gallery.commands} />`;
}

function Card({ run, card, kind, waits }) {
  const facts = [card.share !== null && `on ${percent(card.share)} of the patches`, card.closest,
    card.precision !== null && `precision ${number(card.precision, 2)}, F1 ${number(card.f1, 2)}`].filter(Boolean).join('; ');
  return html`<li class=${'tile ' + card.kind}><a href=${link(['runs', run, 'concepts', card.name.number])}>
    ${card.examples.length > 0 || waits ? html`<${Crops} run=${run} concept=${card.name.number} images=${card.examples} />` : html`<span class="nothing">no picture</span>`}
    <strong>${card.bookmarked ? '★ ' : ''}${card.title}</strong></a>
    ${card.like && html`<span>${card.like}</span>`}
    <${Effects} run=${run} effects=${card.effects} kind=${kind} />
    <span class="small">${facts}${card.kind && html` · <em>${card.kind}${card.duplicateOf !== null ? ' of ' + card.duplicateOf : ''}</em>`}</span>
  </li>`;
}
