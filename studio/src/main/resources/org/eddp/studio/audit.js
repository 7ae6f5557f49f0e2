// The audit of a run: what to look at first, or the button that starts it.

import { html, useState, useEffect } from './vendor/preact-htm.js';
import { isReadOnly } from './api.js';
import { useAnswer, Wait, Problems, Command } from './parts.js';
import { useJob, Job } from './jobs.js';
import { Suspect } from './suspect.js';

export function Audit({ run }) {
  const path = `/api/runs/${encodeURIComponent(run)}/audit`;
  const answer = useAnswer(path);
  const job = useJob();
  const [changed, setChanged] = useState(null); // the page after a decision
  const [fixed, setFixed] = useState(true);
  useEffect(() => { isReadOnly().then(setFixed, () => {}); }, []);
  const made = job.state?.ended && !job.state.failure ? job.state.result : null;
  useEffect(() => { if (made) { setChanged(null); } }, [made]);
  const begin = () => job.begin(path, {});
  return html`<section class="audit"><h2>Look at this first</h2>
    <${Wait} answer=${answer}>${first => html`<${Found} run=${run} path=${path} page=${changed ?? made ?? first} job=${job} begin=${begin} fixed=${fixed} changed=${setChanged} />`}<//></section>`;
}

function Found({ run, path, page, job, begin, fixed, changed }) {
  const busy = job.state && !job.state.ended;
  const dismissed = page.suspects.filter(suspect => suspect.note?.verdict === 'DISMISSED');
  const open = page.suspects.filter(suspect => !dismissed.includes(suspect));
  const cards = list => html`<ul class="cards suspects">${list.map(suspect => html`<li key=${suspect.label.number + ':' + suspect.concepts.map(c => c.number).join('.')}>
    <${Suspect} run=${run} path=${path} suspect=${suspect} kind=${page.outputs} line=${page.line} fixed=${fixed} changed=${changed} /></li>`)}</ul>`;
  return html`
    ${page.made
      ? html`<p class="verdict">${page.sentence}</p>`
      : html`<p>${page.stale && 'The audit is of other directions, from before the run was learned again. '}The audit looks for shortcuts: concepts that a ${page.outputs} rests on although they look like artefacts of the pictures. It needs no labels.</p>`}
    <${Problems} list=${page.problems} />
    ${open.length > 0 && cards(open.slice(0, page.first))}
    ${open.length > page.first && html`<details class="rest"><summary>Show ${open.length - page.first} more</summary>${cards(open.slice(page.first))}</details>`}
    ${dismissed.length > 0 && html`<details class="rest"><summary>Show ${dismissed.length} dismissed</summary>${cards(dismissed)}</details>`}
    ${!page.made && !busy && html`<p><button type="button" class="main" onClick=${begin}>Audit this network</button></p>`}
    <${Job} job=${job}>${() => null}<//>
    <details class="repeats" open=${!page.made}><summary>${page.made ? 'How it was measured' : 'On the command line'}</summary>
      ${page.basis && html`<p class="small">${page.basis} A pair is a suspect if its score is above ${page.line}.</p>`}
      <${Command} text=${page.command} />
      ${page.made && !busy && html`<p><button type="button" onClick=${begin}>Audit again</button></p>`}</details>`;
}
