// A suspect of the audit: pictures, numbers, what to do about it, and what was decided.

import { html, useState } from './vendor/preact-htm.js';
import { send, link } from './api.js';
import { Command, number, percent, title } from './parts.js';
import { crop } from './tiles.js';

const CROPS = 4;

export function Suspect({ run, path, suspect, kind, line, fixed, changed }) {
  const dismissed = suspect.note?.verdict === 'DISMISSED';
  const label = title(suspect.label, kind);
  return html`<article class=${dismissed ? 'dismissed' : ''}>
    <${Examples} run=${run} suspect=${suspect} />
    <h3><a href=${link(['runs', run, 'classes', suspect.label.number])}>${label}</a> rests on ${suspect.concepts.map((concept, k) => html`${k > 0 && ', '}
      <a href=${link(['runs', run, 'concepts', concept.number])}>${concept.title}</a>`)}</h3>
    <p class="facts-line">${suspect.facts}</p>
    <${Actions} run=${run} suspect=${suspect} label=${label} />
    <details open><summary>What to check</summary><ul>${suspect.checks.map(check => html`<li>${check}</li>`)}</ul></details>
    <details><summary>Numbers</summary><${Numbers} suspect=${suspect} kind=${kind} line=${line} /><p class="small">${suspect.sentence}</p></details>
    ${suspect.verify && html`<details><summary>Verify on the command line</summary><p class="small">Writes the network without it, and compares predictions before and after, and with controls:</p><${Command} text=${suspect.verify} /></details>`}
    <${Decision} path=${path} suspect=${suspect} fixed=${fixed} changed=${changed} />
  </article>`;
}

/** Crops of pictures that show it; each leads to its picture. */
function Examples({ run, suspect }) {
  const concept = suspect.concepts[0].number;
  return html`<div class="crops four">${suspect.examples.slice(0, CROPS).map((example, k) => html`<a key=${example.picture} href=${link(['runs', run, 'images', example.picture], { concept })}>
    <img loading="lazy" decoding="async" src=${crop(run, concept, example.picture)} alt=${`example ${k + 1}: ${example.name}`} title=${example.name} width="224" height="224" /></a>`)}</div>`;
}

/** Edits in the addresses use words for values; the page of the picture knows the numbers. */
function Actions({ run, suspect, label }) {
  const numbers = suspect.concepts.map(concept => concept.number);
  const [example] = suspect.examples;
  const image = (n, parameters) => link(['runs', run, 'images', n], { concept: numbers[0], ...parameters });
  return html`<ul class="actions">
    ${example && html`<li><a href=${image(example.picture, { edits: numbers.map(n => `${n}~absent~${n}`).join('!'), all: suspect.label.number })}>Take it out</a> of a picture, and of all that are taken for ${label}</li>`}
    ${suspect.planting && html`<li><a href=${image(suspect.planting.image, { edits: `${numbers[0]}~typical~patches:${suspect.planting.cells.join('.')}` })}>Plant it</a> in another picture, the one without it that is nearest to ${label}</li>`}
    <li><a href=${link(['runs', run, 'repair'], { concepts: numbers.join('.'), merge: numbers.length > 1 ? '1' : '' })}>Repair</a> the network</li></ul>`;
}

const most = values => values && values.length > 0 ? percent(Math.max(...values), 0) : '–';

function Numbers({ suspect, kind, line }) {
  const { reliance, planting, appearance, truth } = suspect.pair;
  const { together, repair } = suspect;
  const share = (part, all) => all === 0 ? '–' : `${percent(part / all, 0)} (${part} of ${all})`;
  const row = (name, value, control) => html`<tr><th scope="row">${name}</th><td>${value}</td><td>${control}</td></tr>`;
  return html`<table class="words wraps"><thead><tr><td></td><th scope="col">measured</th><th scope="col">compared with</th></tr></thead><tbody>
    ${row('score', number(suspect.score, 1), `line ${number(line, 1)}`)}
    ${row(`in pictures of the ${kind}`, share(reliance.present, reliance.pictures), `others ${share(reliance.otherPresent, reliance.others)}`)}
    ${row(`adds to the logit`, number(reliance.contribution, 2), '')}
    ${together.pictures > 0 && row('taken out: margin lost', percent(together.marginLost, 0), `random at most ${most(together.random)}${together.filter === null ? '' : `, filter ${percent(together.filter, 0)}`}`)}
    ${together.pictures > 0 && row(`taken out: no longer the ${kind}`, share(together.left, together.pictures), '')}
    ${row('planted: distance closed', percent(appearance?.gapClosed ?? planting.gapClosed, 0), `random at most ${most(planting.random)}`)}
    ${row(`planted: become the ${kind}`, appearance ? percent(appearance.turned, 0) : share(planting.turned, planting.pictures), '')}
    ${truth && row('right with it', share(truth.rightWith, truth.with), `without it ${share(truth.rightWithout, truth.without)}`)}
    ${truth && row('others with it', `${truth.fooled} of ${truth.otherWith} are taken for the ${kind}`, '')}
    ${repair && row('right after the repair', share(repair.rightAfter, repair.pictures), `before ${share(repair.rightBefore, repair.pictures)}, held-out pictures`)}
  </tbody></table>`;
}

const WORDS = { ACCEPTED: 'Accepted: it is a flaw', DISMISSED: 'Dismissed: it is not a flaw' };

/** What was decided, and the form to decide. */
function Decision({ path, suspect, fixed, changed }) {
  const [text, setText] = useState(suspect.note?.text ?? '');
  const [problem, setProblem] = useState('');
  const decide = async verdict => {
    try {
      changed(await send('PUT', path + '/decision', {
        concepts: suspect.concepts.map(concept => concept.number), label: suspect.label.number, verdict, text,
      }));
      setProblem('');
    } catch (error) {
      setProblem(error.message);
    }
  };
  const button = (verdict, name) => html`<button type="button" onClick=${() => decide(verdict)}>${name}</button>`;
  return html`<div class="decision">
    ${suspect.note && html`<p class="decided"><strong>${WORDS[suspect.note.verdict]}.</strong> ${suspect.note.text}</p>`}
    ${!fixed && html`${suspect.note
      ? html`<div class="tools">${button(null, 'Decide again')}</div>`
      : html`<label>Note <input value=${text} maxlength="10000" placeholder="why" onInput=${event => setText(event.target.value)} /></label>
        <div class="tools">${button('ACCEPTED', 'Accept: a flaw')} ${button('DISMISSED', 'Dismiss: not a flaw')}</div>`}`}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}</div>`;
}
