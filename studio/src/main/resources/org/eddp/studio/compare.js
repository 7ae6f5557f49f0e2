// Two runs side by side.

import { html } from './vendor/preact-htm.js';
import { link } from './api.js';
import { useAnswer, Wait, Problems, Command, number, titleOf } from './parts.js';
import { Choose } from './runs.js';

export function Compare({ parameters }) {
  const { first, second } = parameters;
  const runs = useAnswer('/api/runs');
  const answer = useAnswer(`/api/compare?first=${encodeURIComponent(first ?? '')}&second=${encodeURIComponent(second ?? '')}`);
  return html`<h1>Two runs</h1>
    ${runs.value && runs.value.length > 1 && html`<${Choose} runs=${runs.value} first=${first} second=${second} />`}
    <${Wait} answer=${answer}>${page => html`<${Pair} page=${page} by=${parameters.by === 'filter' ? 'filter' : 'signal'} parameters=${parameters} />`}<//>`;
}

function Pair({ page, by, parameters }) {
  const cards = [page.first, page.second];
  const fact = (name, value) => html`<tr><th scope="row">${name}</th>${cards.map(card => html`<td>${value(card)}</td>`)}</tr>`;
  const list = page.pair && (by === 'filter' ? page.pair.byFilter : page.pair.bySignal);
  return html`<${Problems} list=${page.problems} />
    <div class="wide"><table class="wraps words"><thead><tr><td></td>${cards.map(card => html`<th scope="col"><a href=${link(['runs', card.id])}>${card.name}</a></th>`)}</tr></thead>
      <tbody>${fact('network', card => card.network ?? '–')}${fact('layer', card => card.layer ?? '–')}${fact('method', card => card.method ?? '–')}
        ${fact('concepts', card => card.concepts ?? '–')}${fact('with a name', card => card.named ?? '–')}
        ${fact('coverage', card => number(card.coverage))}${fact('redundancy', card => number(card.redundancy))}
        ${page.measures.map(measure => html`<tr><th scope="row">${measure.title} <span class="small">${measure.moreIsBetter ? 'more is better' : 'less is better'}</span></th>
          ${measure.cells.map(cell => html`<td>${cell.best ? html`<strong>${cell.text}</strong>` : cell.text}</td>`)}</tr>`)}</tbody></table></div>
    <${Command} text=${page.command} />
    ${page.pair && html`
      <div class="columns"><${Names} title=${'Only in ' + page.second.name} list=${page.pair.gained} />
        <${Names} title=${'Only in ' + page.first.name} list=${page.pair.lost} /></div>
      <h2>Concepts that are the same</h2>
      <div class="tools"><label>By <select onChange=${event => { location.hash = link(['compare'], { ...parameters, by: event.target.value }); }}>
        <option value="signal" selected=${by === 'signal'}>signal vector</option><option value="filter" selected=${by === 'filter'}>filter</option></select></label></div>
      <div class="wide"><table class="words"><thead><tr><th scope="col">${page.first.name}</th><th scope="col">${page.second.name}</th><th scope="col">cosine</th></tr></thead>
        <tbody>${list.map(match => html`<tr><td><a href=${link(['runs', page.first.id, 'concepts', match.first.number])}>${titleOf(match.first)}</a></td>
          <td><a href=${link(['runs', page.second.id, 'concepts', match.second.number])}>${titleOf(match.second)}</a></td><td>${number(match.cosine, 2)}</td></tr>`)}</tbody></table></div>`}`;
}

function Names({ title, list }) {
  return html`<section><h2>${title}</h2>${list.length === 0 ? html`<p class="small">no name that the other has not</p>` : html`<ul>${list.map(name => html`<li>${name}</li>`)}</ul>`}</section>`;
}
