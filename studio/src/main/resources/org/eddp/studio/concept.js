// The page of a concept: crops, similar concepts, effects, and its name.

import { html, useState, useEffect } from './vendor/preact-htm.js';
import { get, send, link, isReadOnly } from './api.js';
import { useAnswer, Wait, Problems, Command, Repeats, AtlasProgress, chance, iou, number, percent, signed, title, useAddressed, useLatest } from './parts.js';
import { LargeCrops } from './tiles.js';

export function Concept({ run, number: concept, parameters }) {
  const [version, setVersion] = useState(0);
  const path = `/api/runs/${encodeURIComponent(run)}/concepts/${concept}`;
  const answer = useAnswer(version ? path + '?v=' + version : path, { until: value => value.atlas.ready || value.atlas.failure });
  return html`<${Wait} answer=${answer}>${page => html`
    <h1>${page.card.title}</h1>
    ${page.sentence && html`<p class="sentence">${page.sentence}</p>`}
    ${(page.card.like || page.card.closest) && html`<p class="small">${[page.card.like, page.card.closest].filter(Boolean).join('; ')}</p>`}
    <p><a class="button" href=${link(['runs', run, 'repair'], { concepts: concept })}>Repair: take it out of the network</a></p>
    <${Problems} list=${page.problems} />
    <${AtlasProgress} atlas=${page.atlas} />
    <${LargeCrops} title="Where it is strongest" list=${page.strongest} run=${run} concept=${concept} />
    <div class="columns">
      ${page.effects && html`<${Moves} effects=${page.effects} run=${run} />`}
      <${Near} title="Written alike (signal vectors)" list=${page.bySignal} run=${run} least=${page.alike} />
      <${Near} title="Read alike (filters)" list=${page.byFilter} run=${run} least=${page.alike} />
      <section><h2>Seen in the same images</h2><ul>${page.companions.map(other => html`
        <li><a href=${link(['runs', run, 'concepts', other.number])}>${other.title}</a> <span class="small">in ${other.images} images, overlap ${number(other.overlap, 2)}</span></li>`)}</ul></section>
    </div>
    <${LargeCrops} title="Typical: a random choice of the images in which it is" list=${page.typical} run=${run} concept=${concept} />
    <details class="more" open=${Boolean(Number(parameters.shift))}><summary>Numbers, threshold and candidates for its name</summary>
    <dl class="facts">
      <div><dt>share of the patches</dt><dd>${percent(page.card.share, 2)}</dd></div>
      <div><dt>images</dt><dd>${page.images ?? '–'}</dd></div>
      <div><dt>IoU</dt><dd>${iou(page.card.iou)}</dd></div>
      <div><dt>precision</dt><dd>${number(page.card.precision)}</dd></div>
      <div><dt>F1</dt><dd>${number(page.card.f1)}</dd></div>
      <div><dt>reliability</dt><dd>${number(page.card.reliability)}</dd></div>
    </dl>
    <${Threshold} run=${run} page=${page} concept=${concept} parameters=${parameters} />
    <section><h2>Candidates for its name</h2>${page.candidates.length === 0
      ? html`<p class="small">None: label the run against masks (<code>eddp label</code>) or with words (<code>eddp name</code>).</p>`
      : html`<ul>${page.candidates.map(c => html`<li>${c.name} <span class="small">${c.origin}, ${c.origin.startsWith('masks') ? 'IoU ' + iou(c.score) : number(c.score)}</span></li>`)}</ul>`}</section>
    </details>
    <${Repeats} list=${page.commands} />
    <${Note} key=${version} run=${run} concept=${concept} page=${page} saved=${() => setVersion(version + 1)} />`}<//>`;
}

/** Concepts whose directions are nearer than chance, with an explanation. */
function Near({ title, list, run, least }) {
  return html`<section><h2>${title}</h2>${list.length === 0
    ? html`<p class="small">None: no cosine is above ${number(least, 2)}, which of unrelated directions one concept in a hundred reaches.</p>`
    : html`<ul>${list.map(other => html`
    <li><a href=${link(['runs', run, 'concepts', other.number])}>${other.title}</a> <span class="small">cosine ${number(other.cosine, 2)}</span></li>`)}</ul>
    <p class="small">Cosines above ${number(least, 2)}; of unrelated directions one concept in a hundred has any.</p>`}</section>`;
}

/** The classes it certainly moves, with rank and q-value; the first sentence names the others. */
function Moves({ effects, run }) {
  const note = effects.untested ? html`<p class="small">Not compared with noise: ${effects.untested}.</p>` : null;
  return html`<${Moved} heading="Raises" list=${effects.raised} run=${run} note=${note} />
    <${Moved} heading="Lowers" list=${effects.lowered} run=${run} note=${note} />`;
}

function Moved({ heading, list, run, note }) {
  return list.length > 0 && html`<section><h2>${heading}</h2>${note}<ul>${list.map(moved => html`
    <li><a href=${link(['runs', run, 'classes', moved.label.number])}>${title(moved.label)}</a> <span class="small">log p ${signed(moved.effect)}, rank ${moved.rank}${moved.qValue !== null ? ', ' + chance(moved.qValue) : ''}</span></li>`)}</ul></section>`;
}

/** How the scores are spread, on a logarithmic scale: most patches do not show the concept. */
function Histogram({ spread, shift }) {
  const width = spread.most - spread.least;
  const top = Math.log10(1 + Math.max(...spread.counts));
  const at = (shift - spread.least) / width;
  return html`<svg class="histogram" viewBox="0 0 480 130" role="img" aria-label="How the scores of all patches are spread, with the threshold">
    ${spread.counts.map((count, k) => {
      const height = (100 * Math.log10(1 + count)) / top;
      const x = (480 * k) / spread.counts.length;
      return html`<rect x=${x} y=${104 - height} width=${480 / spread.counts.length - 1} height=${height}><title>${count} patches</title></rect>`;
    })}
    <line class="axis" x1="0" y1="104" x2="480" y2="104" />
    <line class="threshold" x1=${480 * at} y1="0" x2=${480 * at} y2="110" />
    <text x="0" y="126">${signed(spread.least, 1)}</text>
    <text x="480" y="126" text-anchor="end">${signed(spread.most, 1)}</text>
    <text x="240" y="126" text-anchor="middle">score of a patch; patches on a logarithmic scale</text>
  </svg>`;
}

/** The histogram of scores, and what another threshold would select. */
function Threshold({ run, page, concept, parameters }) {
  const spread = page.scores;
  const [shift, setShift] = useAddressed(parameters, given => Number.isFinite(Number(given.shift)) ? Number(given.shift) : 0);
  const [selection, setSelection] = useState(null);
  const [problem, setProblem] = useState(null);
  const ask = useLatest(async value => {
    try {
      const path = `/api/runs/${encodeURIComponent(run)}/concepts/${concept}/selection?threshold=${page.threshold + value}`;
      setSelection(await get(path));
      setProblem(null);
    } catch (error) {
      setProblem(error.message);
    }
  });
  useEffect(() => {
    if (Number(parameters.shift)) {
      ask(Number(parameters.shift));
    }
  }, [parameters]);
  if (!spread) {
    return null;
  }
  const move = position => {
    const value = Number(position.toFixed(4)); // as the address says it
    setShift(value);
    history.replaceState(null, '', link(['runs', run, 'concepts', concept], { shift: value === 0 ? '' : value }));
    ask(value);
  };
  const other = selection && shift !== 0;
  return html`<section><h2>Scores and threshold</h2>
    <${Histogram} spread=${spread} shift=${shift} />
    <p><label>Another threshold: <input type="range" min=${spread.least} max=${spread.most} step=${(spread.most - spread.least) / 400} value=${shift}
        onInput=${event => move(Number(event.target.value))} /> <output>${signed(shift, 3)}</output></label>
    ${shift !== 0 && html` <button type="button" onClick=${() => move(0)}>as learned</button>`}</p>
    ${problem && html`<p class="problem">${problem}</p>`}
    ${other && html`<p role="status">It would fire on ${selection.patches} of ${page.allPatches} patches, in ${selection.images} images.</p><${Command} text=${selection.command} />`}
    <${LargeCrops} title=${other ? 'Just above this threshold' : 'Just above the threshold'} list=${other ? selection.doubtful : page.doubtful}
        run=${run} concept=${concept} /></section>`;
}

/** The same, where it cannot be changed. */
function Noted({ draft }) {
  const said = [['name', draft.name], ['tags', draft.tags], ['bookmark', draft.bookmarked && 'yes'], ['note', draft.text]].filter(([, text]) => text);
  return said.length === 0 ? html`<p>None.</p>` : html`<dl class="facts">${said.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`;
}

/** Name and notes of the user. */
function Note({ run, concept, page, saved }) {
  const [draft, setDraft] = useState({
    name: page.card.name.given ?? '', bookmarked: page.note.bookmarked, tags: page.note.tags.join(', '), text: page.note.text ?? '',
  });
  const [state, setState] = useState('');
  const [fixed, setFixed] = useState(false);
  useEffect(() => { isReadOnly().then(setFixed, () => {}); }, []);
  const save = async event => {
    event.preventDefault();
    setState('saving …');
    try {
      await send('PUT', `/api/runs/${encodeURIComponent(run)}/concepts/${concept}/note`,
        { ...draft, tags: draft.tags.split(',').map(tag => tag.trim()).filter(Boolean) });
      saved();
    } catch (error) {
      setState(error.message);
    }
  };
  const change = (key, value) => setDraft({ ...draft, [key]: value });
  return html`<section><h2>Your notes</h2>
    ${fixed ? html`<${Noted} draft=${draft} /><p class="small">This studio is for reading only.</p>` : html`<form class="note" onSubmit=${save}>
      <label>Name <input name="name" value=${draft.name} maxlength="200" onInput=${event => change('name', event.target.value)} /></label>
      <label>Tags <input name="tags" value=${draft.tags} placeholder="separated by commas" onInput=${event => change('tags', event.target.value)} /></label>
      <label class="check"><input type="checkbox" checked=${draft.bookmarked} onChange=${event => change('bookmarked', event.target.checked)} /> bookmark</label>
      <label>Note <textarea rows="3" value=${draft.text} onInput=${event => change('text', event.target.value)}></textarea></label>
      <button type="submit">Save</button> <span role="status">${state}</span>
    </form>`}
    <p class="small">Names given here are what every command calls the concept; what was measured stays beside them.</p></section>`;
}
