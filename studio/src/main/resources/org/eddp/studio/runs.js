// All runs, and one of them.

import { html, useState } from './vendor/preact-htm.js';
import { link } from './api.js';
import { useAnswer, Wait, Problems, Repeats, number } from './parts.js';
import { Combobox } from './choose.js';
import { crop } from './tiles.js';
import { Audit } from './audit.js';

/** Whether all available pictures are loaded. */
const pictured = runs => runs.every(run => run.concepts === null || run.pictures && (run.pictures.ready || run.pictures.failure));

export function Runs() {
  const answer = useAnswer('/api/runs', { until: pictured });
  return html`<h1>Runs</h1>
    <${Wait} answer=${answer}>${runs => runs.length === 0
      ? html`<p>There is no finished run here. Make one with <code>./eddp demo</code> or <code>./eddp look NETWORK IMAGES</code>,
          then start the studio again; or start it with <code>--network FILE --images DIR</code> and make one in the browser.</p>`
      : html`<ul class="cards runs">${runs.map(run => html`<li key=${run.id}><${RunCard} run=${run} /></li>`)}</ul>
          ${runs.length > 1 && html`<${Choose} runs=${runs} />`}`}<//>`;
}

/** Two runs to be put side by side. */
export function Choose({ runs, first, second }) {
  const [one, setOne] = useState(first ?? runs[0].id);
  const [two, setTwo] = useState(second ?? runs[1].id);
  const options = runs.map(run => ({ value: run.id, title: run.name }));
  const go = event => {
    event.preventDefault();
    location.hash = link(['compare'], { first: one, second: two });
  };
  return html`<form class="tools" onSubmit=${go}><${Combobox} label="Compare" options=${options} value=${one} choose=${setOne} />
    <${Combobox} label="with" options=${options} value=${two} choose=${setTwo} /> <button type="submit">side by side</button></form>`;
}

/** The progress of the pictures of a run. */
function Searching({ run }) {
  if (run.concepts === null || run.pictures?.ready) {
    return null;
  }
  return run.pictures?.failure
    ? html`<p class="small">No pictures: ${run.pictures.failure}</p>`
    : html`<p class="small wait" role="status">${run.pictures ? `${run.pictures.doing}: ${Math.round(100 * run.pictures.done)} %` : 'pictures follow'}</p>`;
}

/** The result of the audit in a word. */
function Audited({ run }) {
  const words = run.suspects === null ? 'not made' : run.suspects === 0 ? 'no suspects' : run.suspects === 1 ? '1 suspect' : `${run.suspects} suspects`;
  return html`<a class=${'chip ' + (run.suspects > 0 ? 'poor' : run.suspects === 0 ? 'good' : '')} href=${link(['runs', run.id])}>${words}</a>`;
}

/** A run in the list: crops of its first concepts, and its description. */
function RunCard({ run }) {
  const there = link(['runs', run.id, 'concepts']);
  const plural = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
  return html`<article class="run">
    ${run.concepts !== null && html`<a class="crops four" href=${there} tabindex="-1" aria-hidden="true">${run.examples.length > 0
      ? run.examples.map(example => html`<img key=${example.concept} loading="lazy" src=${crop(run.id, example.concept, example.image)} alt="" title=${example.title} width="224" height="224" />`)
      : Array.from({ length: 4 }, () => html`<span class="coming"></span>`)}</a>`}
    <h2><a href=${link(['runs', run.id])}>${run.name}</a></h2>
    ${run.network && html`<p>${run.network}${run.layer && html`, layer <span class="word">${run.layer}</span>`}</p>`}
    ${run.concepts !== null && html`<p class="small">${[plural(run.concepts, 'concept'), run.named > 0 && `${run.named} with a name`,
      run.images !== null && plural(run.images, 'picture'), run.method !== 'eddp' && run.method, run.made].filter(Boolean)
      .map((fact, k) => html`${k > 0 && ' · '}<span class="fact">${fact}</span>`)}</p>
    <p>Audit: <${Audited} run=${run} /> Health: ${run.health ? html`<a class=${'chip health ' + run.health} href=${link(['runs', run.id])}>${run.health}</a>` : html`<a class="chip health" href=${link(['runs', run.id])}>not examined</a>`}
</p>
    <p><a href=${there}>Concepts</a> · <a href=${link(['runs', run.id, 'images'])}>Images</a> · <a href=${link(['runs', run.id, 'classes'])}>Classes</a></p>`}
    <${Searching} run=${run} />
    <${Problems} list=${run.problems} />
  </article>`;
}

/** The numbers of a run. */
function RunFacts({ run }) {
  return html`<article>
    <p>${[run.network, run.layer && 'layer ' + run.layer].filter(Boolean).join(', ')}</p>
    <dl class="facts numbers">
      <div><dt>concepts</dt><dd>${run.concepts ?? '–'}</dd></div>
      <div><dt>features</dt><dd>${run.width ?? '–'}</dd></div>
      <div><dt>with a name</dt><dd>${run.named ?? '–'}</dd></div>
      <div><dt>coverage</dt><dd>${number(run.coverage)}</dd></div>
      <div><dt>redundancy</dt><dd>${number(run.redundancy)}</dd></div>
      <div><dt>method</dt><dd>${run.method ?? '–'}</dd></div>
    </dl>
    <p><a href=${link(['runs', run.id, 'concepts'])}>Concepts</a> · <a href=${link(['runs', run.id, 'images'])}>Images</a></p>
    <${Problems} list=${run.problems} />
    <${Repeats} list=${run.commands} />
  </article>`;
}

export function RunPage({ run }) {
  const answer = useAnswer(`/api/runs/${encodeURIComponent(run)}`);
  return html`<${Wait} answer=${answer}>${page => html`
    <h1>${page.card.name}</h1>
    ${page.card.concepts !== null && html`<${Audit} run=${run} />`}
    <h2>The run</h2>
    ${page.card.verdict && html`<p class="verdict">${page.card.verdict}</p>`}
    <${RunFacts} run=${page.card} />
    ${page.checks.length > 0 && html`<h2>Health</h2><ul class="checks">${page.checks.map(check => html`
      <li class=${check.status.toLowerCase()}><strong>${check.name}</strong> <em>${check.status.toLowerCase()}</em>
        <p>${check.finding}</p>${check.advice.map(advice => html`<p class="advice">${advice.words}</p>`)}</li>`)}</ul>`}
    ${page.missing.length > 0 && html`<h2>Not there yet</h2><ul>${page.missing.map(name => html`<li>${name}</li>`)}</ul>`}
    <${Problems} list=${page.remarks} />`}<//>`;
}
