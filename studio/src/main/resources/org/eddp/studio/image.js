// The page of an image: prediction, explanation, and edits of concepts.

import { html } from './vendor/preact-htm.js';
import { link, current, index } from './api.js';
import { useAnswer, Wait, Remarks, Command, picture, number, percent, signed, title, titleOf, kindOf } from './parts.js';
import { WhatIf } from './whatif.js';
import { Why } from './why.js';
import { Combobox } from './choose.js';
import { Over } from './over.js';

export function Image({ run, number: image, parameters }) {
  const query = new URLSearchParams();
  for (const key of ['class', 'against']) {
    if (parameters[key]) {
      query.set(key, parameters[key]);
    }
  }
  const base = `/api/runs/${encodeURIComponent(run)}/images/${image}`;
  const answer = useAnswer(query.toString() ? base + '?' + query : base);
  return html`<${Wait} answer=${answer}>${page => html`<${Explained} run=${run} image=${image} base=${base} page=${page} parameters=${parameters} />`}<//>`;
}

function Explained({ run, image, base, page, parameters }) {
  const explanation = page.explained.explanation;
  const names = page.explained.concepts;
  const go = changed => { location.hash = link(['runs', run, 'images', image], { ...current(), ...changed }); };
  const concept = index(parameters.concept, names.length);
  const setConcept = number => go({ concept: number });
  const patch = index(parameters.patch, page.scores.length);
  const kind = kindOf(page.explained);
  const setPatch = number => go({ patch: number });
  return html`<h1>${page.name}</h1>
    ${page.label && html`<p class="small">labelled ${page.label}</p>`}
    <${Remarks} list=${page.remarks} />
    <div class="image">
      <div class="seen">
        <${Over} run=${run} image=${image} page=${page} concept=${concept} choose=${setConcept} patch=${setPatch} parameters=${parameters} go=${go} />
        ${patch !== null && html`<${Patch} scores=${page.scores[patch]} names=${names} patch=${patch} columns=${page.columns} choose=${setConcept} />`}
      </div>
      <div class="says">
        <h2>What the network says</h2>
        <table><tbody>${page.likeliest.map(chance => html`<tr><th scope="row">${title(chance.label, kind)}</th>
          <td>${percent(chance.probability, 2)}</td><td>${number(chance.logit, 4)}</td>
          <td><button type="button" onClick=${() => go({ class: chance.label.number, against: '' })}>why?</button>
            ${kind === 'class' && chance.label.number !== explanation.label && html` <button type="button" onClick=${() => go({ class: explanation.label, against: chance.label.number })}>why not?</button>`}</td></tr>`)}</tbody></table>
      </div>
      <${WhatIf} run=${run} base=${base} image=${image} page=${page} names=${names} first=${concept} parameters=${parameters} source=${picture(run, image)} />
      <div class="why">
        <h2>Why ${title(page.explained.label, kind)}${page.explained.against ? ' rather than ' + title(page.explained.against, kind) : ''}</h2>
        <${Why} explained=${page.explained} verdict=${page.verdict} chosen=${concept} choose=${setConcept} />
        <${Classes} classes=${page.classes} kind=${kind} explanation=${explanation} go=${go} />
        <${Command} text=${page.command} />
      </div>
    </div>`;
}

/** Any class, against any other. */
function Classes({ classes, kind, explanation, go }) {
  const options = classes.map(label => ({ value: label.number, title: title(label, kind) }));
  return html`<div class="tools"><${Combobox} label="Explain" options=${options} value=${explanation.label} choose=${value => go({ class: value })} />
    <${Combobox} label="against" options=${[{ value: '', title: 'nothing' }, ...options]} value=${explanation.against ?? ''}
      choose=${value => go({ class: explanation.label, against: value })} /></div>`;
}

function Patch({ scores, names, patch, columns, choose }) {
  const best = scores.map((value, concept) => ({ value, concept })).sort((a, b) => b.value - a.value).slice(0, 6);
  return html`<section><h2>Patch in row ${Math.floor(patch / columns)}, column ${patch % columns}</h2>
    <ul>${best.map(({ value, concept }) => html`<li><button type="button" class="link" onClick=${() => choose(concept)}>${titleOf(names[concept])}</button>${' '}
      <span class="small">${signed(value)}${value > 0 ? '' : ' (does not fire)'}</span></li>`)}</ul></section>`;
}
