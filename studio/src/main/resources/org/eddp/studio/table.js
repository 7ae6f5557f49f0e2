// Concepts as a table, sorted by any column; the selection is shared with the map.

import { html } from './vendor/preact-htm.js';
import { link } from './api.js';
import { iou, number, percent } from './parts.js';

const COLUMNS = [['number', 'concept'], ['share', 'share of the patches'], ['iou', 'IoU'], ['precision', 'precision'], ['f1', 'F1'], ['reliability', 'reliability']];

export function ConceptTable({ run, cards, order, rising, sort, marked, mark }) {
  const heading = ([key, title]) => html`<th scope="col" aria-sort=${key === order ? (rising ? 'ascending' : 'descending') : undefined}>
    <button type="button" class="link" onClick=${() => sort(key)}>${title}</button>${key === order && (rising ? ' ↑' : ' ↓')}</th>`;
  return html`<div class="wide"><table class="concept-table"><thead><tr><td></td>${COLUMNS.map(heading)}<th scope="col">kind</th></tr></thead>
    <tbody>${cards.map(card => html`<tr key=${card.name.number}>
      <td><input type="checkbox" aria-label=${'mark ' + card.title} checked=${marked.has(card.name.number)} onChange=${() => mark(card.name.number)} /></td>
      <th scope="row"><a href=${link(['runs', run, 'concepts', card.name.number])}>${card.bookmarked ? '★ ' : ''}${card.title}</a></th>
      <td>${percent(card.share, 2)}</td><td>${iou(card.iou)}</td><td>${number(card.precision)}</td><td>${number(card.f1)}</td><td>${number(card.reliability)}</td>
      <td>${card.kind}${card.duplicateOf !== null ? ' of ' + card.duplicateOf : ''}</td></tr>`)}</tbody></table></div>`;
}
