// The list of classes, and the page of a class: effects, contents of its pictures, predictions.

import { html, useEffect, useState } from './vendor/preact-htm.js';
import { link } from './api.js';
import { useAnswer, Wait, Problems, Command, chance, percent, picture, signed, title } from './parts.js';
import { useJob, Job } from './jobs.js';
import { Pictures, Predicting, usePredicted } from './images.js';

const SHOWN_CLASSES = 60;
/** Fewer pictures share concepts by chance. */
const FEWEST_CAUSES = 3;

export function Classes({ run, parameters }) {
  const { answer, job } = usePredicted(run, `/api/runs/${encodeURIComponent(run)}/classes`, list => list.ready);
  const find = parameters.find || '';
  const change = event => {
    history.replaceState(null, '', link(['runs', run, 'classes'], { find: event.target.value }));
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return html`<h1>Classes</h1>
    <form class="tools" role="search" onSubmit=${event => event.preventDefault()}>
      <label>Find <input type="search" value=${find} placeholder="name or number" onInput=${change} /></label></form>
    <${Wait} answer=${answer}>${({ ready, classes, kind, command }) => html`
      ${!ready && html`<${Predicting} job=${job} />`}
      <${Found} run=${run} classes=${classes} kind=${kind} find=${find} />
      <${Command} text=${command} />`}<//>`;
}

/** Predicted classes with a picture each, most pictures first; the names of the others are folded. */
function Found({ run, classes, kind, find }) {
  const [all, setAll] = useState(false);
  const found = classes.filter(c => (title(c.label, kind) + ' ' + c.label.number).toLowerCase().includes(find.toLowerCase()));
  const seen = found.filter(c => c.images > 0).sort((a, b) => b.images - a.images);
  const others = found.filter(c => c.images === 0);
  const address = c => link(['runs', run, 'classes', c.label.number]);
  const shown = all ? seen : seen.slice(0, SHOWN_CLASSES);
  return html`<p class="sentence">${find ? `${found.length} of ${classes.length} match; ` : ''}${kind === 'label' ? 'the network finds' : 'pictures are taken for'} ${seen.length} of ${find ? 'these' : classes.length} ${kind === 'label' ? 'labels' : 'classes'}.</p>
    <ul class="cards classes">${shown.map(c => html`<li key=${c.label.number}><a href=${address(c)}>
      <img loading="lazy" src=${picture(run, c.picture)} alt="" /><strong>${title(c.label, kind)}</strong></a>
      <span class="small">${c.images} ${c.images === 1 ? 'picture' : 'pictures'}${c.right + c.wrong > 0 ? `: ${c.right} right, ${c.wrong} wrong` : ''}</span></li>`)}</ul>
    ${shown.length < seen.length && html`<p><button type="button" onClick=${() => setAll(true)}>show all ${seen.length}</button></p>`}
    ${others.length > 0 && html`<details class="others" open=${find !== '' && seen.length === 0}><summary>${others.length} ${find ? 'matching ' : ''}${kind === 'label' ? 'labels found on no picture' : 'classes that no picture is taken for'}</summary>
      <ul class="names">${others.map(c => html`<li><a href=${address(c)}>${title(c.label, kind)}</a></li>`)}</ul></details>`}`;
}

export function Class({ run, number: label }) {
  const base = `/api/runs/${encodeURIComponent(run)}/classes/${label}`;
  const { answer, job } = usePredicted(run, base, page => page.sentence !== null);
  return html`<${Wait} answer=${answer}>${page => html`
    <h1>${title(page.label, page.kind)}</h1>
    ${page.sentence === null ? html`<${Predicting} job=${job} />` : html`<p class="verdict">${page.sentence}</p>`}
    <${Problems} list=${page.problems} />
    ${page.sentence !== null && html`<${Taken} run=${run} page=${page} />`}
    <h2>Concepts that raise and lower it</h2>
    ${page.effects
      ? html`<${Effects} run=${run} page=${page} effects=${page.effects} />`
      : html`<p class="small">Which concepts move this ${page.kind} was not measured for this run; the command below does.</p>`}
    <${Command} text=${page.command} />
    ${page.sentence !== null && html`<${Contents} run=${run} base=${base} page=${page} />`}`}<//>`;
}

/** Correct and wrong predictions of the class, and its missed pictures. */
function Taken({ run, page }) {
  const number = page.label.number;
  const row = (text, pictures, filter, more = 'all of them') => pictures.count > 0 && html`<h3>${text}: ${pictures.count}${pictures.count > pictures.shown.length
      && html` <a class="small" href=${link(['runs', run, 'images'], filter)}>${more}</a>`}</h3>
    <${Pictures} run=${run} images=${pictures.shown} kind=${page.kind} />`;
  return html`<h2>Pictures</h2>
    ${page.right.count + page.wrong.count + page.unknown.count + page.missed.count === 0 && html`<p>No picture is taken for it.</p>`}
    ${row('Rightly taken for it', page.right, { taken: number, which: 'right' })}
    ${row('Wrongly taken for it', page.wrong, { taken: number, which: 'wrong' })}
    ${row('Missed: pictures of this class with another prediction', page.missed, { label: number, which: 'wrong' })}
    ${row(page.right.count + page.wrong.count > 0 ? 'Taken for it, without a label' : 'Taken for it', page.unknown, { taken: number }, 'all that are taken for it')}`;
}

/** Bars to the right for concepts that raise it, to the left for those that lower it. */
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
      : found.confusions.length === 0 ? html`<p>${found.images === 0 ? 'No picture has this label.' : 'All are taken rightly.'}</p>`
      : html`<ul>${found.confusions.map(c => html`<li><a href=${link(['runs', run, 'classes', c.taken.number])}>${title(c.taken)}</a>: ${c.images} ${c.images === 1 ? 'picture' : 'pictures'}
        ${c.images >= FEWEST_CAUSES && c.causes.length > 0 && html`<ul>${c.causes.map(cause => html`<li>${concept(cause.concept)} <span class="small">is in ${percent(cause.share)} of these, in ${percent(cause.right)} of those taken rightly</span></li>`)}</ul>`}</li>`)}</ul>`}
    <${Command} text=${page.contents} />`}<//>`;
}
