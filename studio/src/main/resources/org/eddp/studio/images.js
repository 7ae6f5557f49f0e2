// The images of a run: predictions, mistakes, and the concepts that mistakes share.

import { html, useState, useEffect, useRef } from './vendor/preact-htm.js';
import { current, link, index, send, sendFile } from './api.js';
import { useAnswer, picture, percent, title, titles } from './parts.js';
import { useJob, Job } from './jobs.js';
import { Drop } from './over.js';

const WHICH = [['', 'all'], ['wrong', 'wrong ones'], ['right', 'right ones']];
const SORTS = [['', 'name'], ['unsure', 'least sure first'], ['sure', 'wrong and most sure first']];
const SOURCES = { folders: 'folder names', 'file names': 'file names', table: 'a CSV file', nothing: 'none' };

/** An answer that needs the predictions of all pictures. Starts the work if they are not known, and asks again at its end. */
export function usePredicted(run, path, isReady) {
  const [turn, setTurn] = useState(0);
  const { value, error } = useAnswer(path + (path.includes('?') ? '&' : '?') + 'turn=' + turn);
  const last = useRef();
  last.current = value ?? last.current; // stays while a request with another filter is pending
  const job = useJob();
  const ready = value && isReady(value);
  useEffect(() => {
    if (ready === false) {
      job.begin(`/api/runs/${encodeURIComponent(run)}/predictions`, {});
    }
  }, [ready]);
  const again = () => setTurn(n => n + 1);
  const ended = job.state?.ended && !job.state.failure;
  useEffect(() => { ended && again(); }, [ended]);
  return { answer: { value: value ?? (error ? undefined : last.current), error }, job, again };
}

/** The progress of the work on predictions. */
export function Predicting({ job }) {
  return html`<${Job} job=${job}>${() => null}<//>`;
}

export function Images({ run, parameters }) {
  const base = `/api/runs/${encodeURIComponent(run)}/images`;
  const find = parameters.find || '';
  const from = index(parameters.from) ?? 0;
  const taken = index(parameters.taken);
  const label = index(parameters.label);
  const query = new URLSearchParams({ text: find, from, which: parameters.which || '', sort: parameters.sort || '', taken: taken ?? '', label: label ?? '' });
  const { answer, job, again } = usePredicted(run, `${base}?${query}`, listing => listing.ready);
  const go = changed => { location.hash = link(['runs', run, 'images'], { ...current(), from: '', ...changed }); }; // enter in a field changes two things at once
  const listing = answer.value;
  const waits = listing && !listing.ready && (parameters.which || parameters.sort || taken !== null || label !== null); // the filters are not yet applied
  return html`<h1>Images</h1>
    ${answer.error && html`<p class="problem" role="alert">${answer.error}</p>`}
    ${!listing ? !answer.error && html`<p class="wait" role="status">Loading …</p>` : html`
    ${!listing.ready && html`<${Predicting} job=${job} />`}
    ${listing.summary && html`<p class="verdict">${listing.summary}</p>`}
    <form class="tools filters" role="search" onSubmit=${event => { event.preventDefault(); go({ find: new FormData(event.target).get('find') }); }}>
      <label>Name <input type="search" name="find" value=${find} placeholder="part of a name" /></label>
      ${listing.labels && html`
        <${Choice} name="Show" value=${parameters.which} choices=${listing.labels.known > 0 ? WHICH : WHICH.slice(0, 1)} choose=${which => go({ which })} />
        <${ClassChoice} name="Predicted class" kind=${listing.kind} chosen=${taken} choices=${listing.taken} choose=${number => go({ taken: number })} />
        ${listing.labels.known > 0 && html`<${ClassChoice} name="True class" kind=${listing.kind} chosen=${label} choices=${listing.truths} choose=${number => go({ label: number })} />`}
        <${Choice} name="Order" value=${parameters.sort} choices=${listing.labels.known > 0 ? SORTS : SORTS.slice(0, 2)} choose=${sort => go({ sort })} />`}
      <button type="submit">Find</button></form>
    ${listing.labels && html`<${Labels} run=${run} labels=${listing.labels} chosen=${again} />`}
    ${listing.shared.length > 0 && html`<${Shared} run=${run} listing=${listing} />`}
    <${Drop} run=${run} />
    ${!waits && html`<${Pager} listing=${listing} go=${go} />
      <${Pictures} run=${run} images=${listing.images} kind=${listing.kind} />
      ${listing.found > listing.images.length && html`<${Pager} listing=${listing} go=${go} />`}`}`}`;
}

function Choice({ name, value, choices, choose }) {
  return html`<label>${name} <select value=${value || ''} onChange=${event => choose(event.target.value)}>
    ${choices.map(([key, text]) => html`<option value=${key} selected=${key === (value || '')}>${text}</option>`)}</select></label>`;
}

/** A class by its name, with suggestions. */
function ClassChoice({ name, kind, chosen, choices, choose }) {
  const id = name.toLowerCase().replace(' ', '-');
  const text = choice => title(choice.label, kind) + (choices.some(c => c !== choice && c.label.name !== null && c.label.name === choice.label.name) ? ` #${choice.label.number}` : '');
  const known = choices.find(choice => choice.label.number === chosen);
  const change = event => {
    const wanted = event.target.value.trim().toLowerCase();
    const found = choices.find(choice => text(choice).toLowerCase() === wanted);
    if (found ? found.label.number !== chosen : wanted === '' && chosen !== null) {
      choose(found ? found.label.number : '');
    }
  };
  return html`<label>${name} <input type="search" list=${id} value=${known ? text(known) : chosen === null ? '' : `${kind} ${chosen}`} placeholder=${'any ' + kind} onInput=${change} />
    <datalist id=${id}>${choices.map(choice => html`<option value=${text(choice)}>${choice.images} pictures</option>`)}</datalist></label>`;
}

function Pager({ listing, go }) {
  const { found, from, most, images } = listing;
  return html`<p class="pager">${found === 0 ? 'No pictures.' : found > images.length ? `${from + 1} to ${from + images.length} of ${found} pictures` : `${found} ${found === 1 ? 'picture' : 'pictures'}`}
    ${from > 0 && html` <button type="button" onClick=${() => go({ from: Math.max(0, from - most) || '' })}>before</button>`}
    ${from + images.length < found && html` <button type="button" onClick=${() => go({ from: from + most })}>after</button>`}</p>`;
}

/** Pictures with prediction, probability and label. */
export function Pictures({ run, images, kind }) {
  return html`<ul class="pictures judged">${images.map(image => html`<li class=${image.right === false ? 'wrong' : image.right ? 'right' : ''}>
    <a href=${link(['runs', run, 'images', image.image])}><img loading="lazy" src=${picture(run, image.image)} alt=${image.name} /></a>
    ${image.taken && html`<span class="taken">${titles(image.taken, kind)} <span class="small">${percent(image.probability, 0)}</span></span>`}
    ${image.right !== null && html`<span class="mark">${image.right ? '✓ right' : `✗ really ${titles(image.label, kind)}`}</span>`}
    <span class="small">${image.name}</span></li>`)}</ul>`;
}

/** The concepts that the wrong pictures have more often than the right ones. */
function Shared({ run, listing }) {
  const sure = listing.shared.filter(concept => concept.beyondChance);
  const row = concept => html`<tr><th scope="row"><a href=${link(['runs', run, 'concepts', concept.concept])}>${concept.title}</a></th>
    <td>${percent(concept.share, 0)}</td><td>${percent(concept.right, 0)}</td><td class="small">${concept.beyondChance ? '' : 'may be chance'}</td></tr>`;
  return html`<section class="shared"><h2>What the wrong ones share</h2>
    <p>${sure.length > 0
      ? html`${sure.length === 1 ? 'This concept is' : 'These concepts are'} in more of the ${listing.wrong} wrong pictures than of the right ones of the same ${listing.kind === 'class' ? 'true class' : 'labels'}, beyond chance.`
      : html`No concept is in more of the ${listing.wrong} wrong pictures than chance explains. The largest differences:`}</p>
    <table><thead><tr><td></td><th scope="col">of the wrong</th><th scope="col">of the right</th><td></td></tr></thead>
      <tbody>${(sure.length > 0 ? sure : listing.shared.slice(0, 3)).map(row)}</tbody></table>
    ${sure.length > 0 && html`<p><a href=${link(['runs', run, 'repair'], { concepts: sure.map(concept => concept.concept).join('.') })}>Repair: take ${sure.length === 1 ? 'it' : 'them'} out of the network</a></p>`}</section>`;
}

function called(source) {
  return SOURCES[source] ?? source.replace(/^category /, 'dataset category ');
}

/** The source of labels; the choice holds for all views until the studio ends. */
function Labels({ run, labels, chosen }) {
  const [problem, setProblem] = useState('');
  const base = `/api/runs/${encodeURIComponent(run)}/labels`;
  const take = async answer => {
    try {
      await answer;
      setProblem('');
      chosen();
    } catch (error) {
      setProblem(error.message);
    }
  };
  const sources = [...new Set([...labels.sources, ...(labels.source === 'table' ? ['table'] : []), 'nothing'])];
  const file = event => event.target.files[0] && take(sendFile(`${base}/table`, event.target.files[0]));
  return html`<details class="labels" open=${labels.known === 0 || problem !== ''}><summary>Labels: ${called(labels.source)}</summary>
    <div class="tools"><label>Labels from <select value=${labels.source} onChange=${event => take(send('POST', base, { source: event.target.value }))}>
        ${sources.map(source => html`<option value=${source} selected=${source === labels.source}>${called(source)}</option>`)}</select></label>
      <label>or from a CSV file with columns image, label <input type="file" accept=".csv,text/csv" onChange=${file} /></label></div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${labels.sentences.map(text => html`<p class="small">${text}</p>`)}</details>`;
}
