// All runs, and one of them.

import { html } from './vendor/preact-htm.js';
import { link } from './api.js';
import { useAnswer, Wait, Problems, Repeats, number } from './parts.js';

export function Runs() {
  const answer = useAnswer('/api/runs');
  return html`<h1>Runs</h1>
    <${Wait} answer=${answer}>${runs => runs.length === 0
      ? html`<p>There is no finished run here. Make one with <code>./eddp look NETWORK IMAGES</code> or <code>./eddp chess</code>,
          then start the studio again; or start it with <code>--network FILE --images DIR</code> and make one in the browser.</p>`
      : html`<ul class="cards runs">${runs.map(run => html`<li><${RunCard} run=${run} folded /></li>`)}</ul>
          ${runs.length > 1 && html`<${Choose} runs=${runs} />`}`}<//>`;
}

/** Two runs to be put side by side. */
export function Choose({ runs, first, second }) {
  const go = event => {
    event.preventDefault();
    const form = new FormData(event.target);
    location.hash = link(['compare'], { first: form.get('first'), second: form.get('second') });
  };
  const options = chosen => runs.map(run => html`<option value=${run.id} selected=${run.id === chosen}>${run.name}</option>`);
  return html`<form class="tools" onSubmit=${go}><label>Compare <select name="first">${options(first ?? runs[0].id)}</select></label>
    <label>with <select name="second">${options(second ?? runs[1].id)}</select></label> <button type="submit">side by side</button></form>`;
}

function RunCard({ run, folded }) {
  return html`<article>
    ${folded && html`<h2><a href=${link(['runs', run.id, 'concepts'])}>${run.name}</a></h2>`}
    <p>${[run.network, run.layer && 'layer ' + run.layer].filter(Boolean).join(', ')}</p>
    <dl class="facts numbers">
      <div><dt>concepts</dt><dd>${run.concepts ?? '–'}</dd></div>
      <div><dt>features</dt><dd>${run.width ?? '–'}</dd></div>
      <div><dt>with a name</dt><dd>${run.named ?? '–'}</dd></div>
      <div><dt>coverage</dt><dd>${number(run.coverage)}</dd></div>
      <div><dt>redundancy</dt><dd>${number(run.redundancy)}</dd></div>
      <div><dt>method</dt><dd>${run.method ?? '–'}</dd></div>
    </dl>
    <p>${folded ? html`<a href=${link(['runs', run.id])}>Is it any good?</a>` : html`<a href=${link(['runs', run.id, 'concepts'])}>Concepts</a>`} · <a href=${link(['runs', run.id, 'images'])}>Images</a></p>
    <${Problems} list=${run.problems} />
    <${Repeats} list=${run.commands} open=${!folded} />
  </article>`;
}

export function RunPage({ run }) {
  const answer = useAnswer(`/api/runs/${encodeURIComponent(run)}`);
  return html`<${Wait} answer=${answer}>${page => html`
    <h1>${page.card.name}</h1>
    <${RunCard} run=${page.card} />
    ${page.card.verdict && html`<p class="verdict">${page.card.verdict}</p>`}
    ${page.checks.length > 0 && html`<h2>Health</h2><ul class="checks">${page.checks.map(check => html`
      <li class=${check.status.toLowerCase()}><strong>${check.name}</strong> <em>${check.status.toLowerCase()}</em>
        <p>${check.finding}</p>${check.advice.map(advice => html`<p class="advice">${advice.words}</p>`)}</li>`)}</ul>`}
    ${page.missing.length > 0 && html`<h2>Not there yet</h2><ul>${page.missing.map(name => html`<li>${name}</li>`)}</ul>`}
    <${Problems} list=${page.remarks} />`}<//>`;
}
