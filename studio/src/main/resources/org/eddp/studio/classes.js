// The classes of the network, and one of them: what moves it, what its pictures contain, what they are taken for.

import { html, useEffect } from './vendor/preact-htm.js';
import { link } from './api.js';
import { useAnswer, Wait, Problems, Command, chance, percent, signed, title } from './parts.js';
import { useJob, Job } from './jobs.js';

export function Classes({ run, parameters }) {
  const answer = useAnswer(`/api/runs/${encodeURIComponent(run)}/classes`);
  const find = parameters.find || '';
  const change = event => {
    history.replaceState(null, '', link(['runs', run, 'classes'], { find: event.target.value }));
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return html`<h1>Classes</h1>
    <form class="tools" role="search" onSubmit=${event => event.preventDefault()}>
      <label>Find <input type="search" value=${find} placeholder="name or number" onInput=${change} /></label></form>
    <${Wait} answer=${answer}>${({ classes, kind, command }) => html`<ul class="names">${classes
      .filter(c => (title(c.label, kind) + ' ' + c.label.number).toLowerCase().includes(find.toLowerCase()))
      .sort((a, b) => b.images - a.images)
      .map(c => html`<li><a href=${link(['runs', run, 'classes', c.label.number])}>${title(c.label, kind)}</a> <span class="small">${c.images} pictures</span></li>`)}</ul>
      <${Command} text=${command} />`}<//>`;
}

export function Class({ run, number: label }) {
  const base = `/api/runs/${encodeURIComponent(run)}/classes/${label}`;
  const answer = useAnswer(base);
  return html`<${Wait} answer=${answer}>${page => html`
    <h1>${title(page.label, page.kind)}</h1>
    <${Problems} list=${page.problems} />
    <h2>Concepts that raise and lower it</h2>
    ${page.effects
      ? html`<${Effects} run=${run} page=${page} effects=${page.effects} />`
      : html`<p class="small">Which concepts move this ${page.kind} was not measured for this run; the command below does.</p>`}
    <${Command} text=${page.command} />
    <${Contents} run=${run} base=${base} page=${page} />`}<//>`;
}

/** Bars to the right for what raises it, to the left for what lowers it. */
function Effects({ run, page, effects }) {
  const all = [...effects.raising, ...[...effects.lowering].reverse()];
  const largest = Math.max(1e-9, ...all.map(m => Math.abs(m.effect)));
  return all.length === 0
    ? html`<p>No concept moves it more than noise directions do.</p>`
    : html`<p class="small">The mean change of the logarithm of its probability by a step along the concept (+0.7: twice as likely), and the rank of
      this ${page.kind} among all ${effects.classes} by this number; 1 is raised most. ${effects.tested
        ? 'Only concepts that move it more than noise directions do; q is the share of such findings that may be chance.'
        : 'Whether that is chance was not tested.'}</p>
      <div class="wide"><table><thead><tr><td></td><td></td><th scope="col">log p</th><th scope="col">rank</th><td></td></tr></thead>
      <tbody>${all.map(m => html`<tr><th scope="row"><a href=${link(['runs', run, 'concepts', m.number])}>${m.title}</a></th>
      <td><svg class="bar" viewBox="-1 0 2 1" preserveAspectRatio="none" aria-hidden="true"><rect class=${m.effect >= 0 ? 'for' : 'against'}
        x=${Math.min(0, m.effect / largest)} y="0.15" width=${Math.abs(m.effect / largest)} height="0.7" /></svg></td>
      <td>${signed(m.effect)}</td><td>${m.rank}</td><td class="small">${chance(m.qValue)}</td></tr>`)}</tbody></table></div>`;
}

function Contents({ run, base, page }) {
  const job = useJob();
  useEffect(() => { job.begin(base + '/portrait', {}); }, [base]);
  const concept = n => html`<a href=${link(['runs', run, 'concepts', n])}>${page.titles[n]}</a>`;
  return html`<${Job} job=${job}>${found => html`
    <h2>What its pictures contain</h2>
    <p class="small">${found.images} pictures of the feature set that are ${found.labelled ? 'labelled so' : page.kind === 'label' ? 'given this label by the network' : 'taken for it by the network'}; concepts that are in more of them than of other pictures come first.</p>
    <table><thead><tr><td></td><th scope="col">here</th><th scope="col">elsewhere</th></tr></thead><tbody>${found.contents.slice(0, 12).map(c => html`<tr>
      <th scope="row">${concept(c.concept)}</th><td>${percent(c.share)}</td><td>${percent(c.elsewhere)}</td></tr>`)}</tbody></table>
    ${page.kind === 'class' && html`<h2>What they are taken for</h2>`}
    ${page.kind === 'label' ? null : !found.labelled ? html`<p class="small">The pictures of this run carry no labels that are classes of the network, so it is not known which are taken wrongly.</p>`
      : found.confusions.length === 0 ? html`<p>All are taken rightly.</p>`
      : html`<ul>${found.confusions.map(c => html`<li><a href=${link(['runs', run, 'classes', c.taken.number])}>${title(c.taken)}</a>: ${c.images} pictures
        ${c.causes.length > 0 && html`<ul>${c.causes.map(cause => html`<li>${concept(cause.concept)} <span class="small">is in ${percent(cause.share)} of these, in ${percent(cause.right)} of those taken rightly</span></li>`)}</ul>`}</li>`)}</ul>`}
    <${Command} text=${page.contents} />`}<//>`;
}
