// A network without some of its concepts: accuracy and confusions before and after, controls, pictures, and its file.

import { html, useEffect, useState } from './vendor/preact-htm.js';
import { link, index } from './api.js';
import { useAnswer, Wait, Problems, Command, percent, title, titles } from './parts.js';
import { useJob, Job } from './jobs.js';

const MOST_CLASSES = 12;
const NOTHING = '-'; // the parameter for a repair without labels

export function Repair({ run, parameters }) {
  const base = `/api/runs/${encodeURIComponent(run)}/repair`;
  const answer = useAnswer(base);
  return html`<h1>Repair</h1>
    <${Wait} answer=${answer}>${page => html`<${Chosen} run=${run} base=${base} page=${page} parameters=${parameters} />`}<//>`;
}

function Chosen({ run, base, page, parameters }) {
  const concepts = (parameters.concepts || '').split('.').map(text => index(text, page.titles.length)).filter(n => n !== null);
  const images = parameters.images === NOTHING ? '' : parameters.images ?? page.labelled[page.labelled.length - 1] ?? '';
  const merge = parameters.merge === '1';
  const [add, setAdd] = useState('');
  const job = useJob();
  const go = changed => { location.hash = link(['runs', run, 'repair'], { ...parameters, ...changed }); };
  useEffect(() => {
    if (concepts.length > 0) {
      job.begin(base, { concepts, merge: merge && concepts.length > 1, images });
    }
  }, [concepts.join('.'), images, merge]);
  const put = event => {
    event.preventDefault();
    if (add !== '') {
      go({ concepts: [...concepts, Number(add)].join('.') });
      setAdd('');
    }
  };
  return html`<p>Takes concepts out of all features of the layer, so that the network no longer relies on them, and shows which predictions change.</p>
    <ul class="chosen">${concepts.map(n => html`<li><a href=${link(['runs', run, 'concepts', n])}>${page.titles[n]}</a>
      <button type="button" aria-label=${'do not take out ' + page.titles[n]} onClick=${() => go({ concepts: concepts.filter(k => k !== n).join('.') })}>×</button></li>`)}</ul>
    <form class="tools" onSubmit=${put}>
      <label class="adds">Concept <select value=${add} onChange=${event => setAdd(event.target.value)}><option value="">choose …</option>
        ${page.titles.map((title, n) => !concepts.includes(n) && html`<option value=${n}>${title}</option>`)}</select></label>
      <button type="submit" disabled=${add === ''}>take it out${concepts.length > 0 ? ' too' : ''}</button>
      <label>Judged on <select value=${images || NOTHING} onChange=${event => go({ images: event.target.value })}>
        ${page.labelled.map(name => html`<option value=${name} selected=${name === images}>${name}</option>`)}
        <option value=${NOTHING} selected=${images === ''}>pictures of the run, no labels</option></select></label>
      ${concepts.length > 1 && html`<label class="check"><input type="checkbox" checked=${merge} onChange=${event => go({ merge: event.target.checked ? '1' : '' })} /> as one</label>`}
    </form>
    <${Problems} list=${page.problems} />
    ${page.labelled.length === 0 && html`<p class="small">No labelled images are known, so this page says which predictions change. To see accuracies,
      run <code>eddp correct --evaluate DIR</code> once on images in folders named after their classes; then they can be chosen here.</p>`}
    <${Job} job=${job}>${(repaired, state) => html`<${Repaired} shown=${repaired} id=${state.id} />`}<//>`;
}

function Repaired({ shown, id }) {
  const { evaluations, classes, images } = shown.results;
  const [before, after] = evaluations;
  const labels = before && before.labels !== undefined;
  const kind = labels ? 'label' : 'class';
  const numbers = list => list.map(label => label.number).sort().join();
  const random = evaluations.filter(e => e.name.startsWith('control: random')).map(e => e.accuracy);
  const predictions = shown.results.predictions;
  return html`
    ${shown.summary && html`<p class="verdict">${shown.summary}</p><${Changes} changes=${predictions} />`}
    ${before && html`<p class="verdict">Right on <strong>${percent(before.accuracy)}</strong> of ${before.images} images (${images}) before,
      on <strong>${percent(after.accuracy)}</strong> after.</p>
      <${Accuracies} evaluations=${evaluations} random=${random} />`}
    ${shown.sentences.map(text => html`<p>${text}</p>`)}
    <p><a class="button" href=${`/api/jobs/${id}/network`} download=${shown.file}>Download ${shown.file}</a>${' '}
      <span class="small">${(shown.bytes / 1e6).toFixed(shown.bytes < 1e6 ? 2 : 1)} MB, the corrected network in the format of the original</span></p>
    ${predictions && predictions.moves.length > 0 && html`<${Moves} moves=${predictions.moves} />`}
    ${before && (labels ? html`<h2>Label by label</h2><${Labels} before=${before} after=${after} labels=${classes} />`
      : html`<h2>What is taken for what</h2><${Confusions} before=${before} after=${after} classes=${classes} />`)}
    ${shown.changed.length > 0 && html`<h2>Pictures that change</h2>
      ${before && html`<p>${labels ? html`More labels right: ${shown.fixed}. Fewer: ${shown.broken}. Others, and as many: ${shown.confused}.`
        : html`Become right: ${shown.fixed}. Become wrong: ${shown.broken}. From one wrong class to another: ${shown.confused}.`}</p>`}
      <ul class="pictures">${shown.changed.map((image, n) => html`<li><img loading="lazy" src=${`/api/jobs/${id}/pictures/${n}`} alt=${image.name} />
        <span class="small">${titles(image.before, kind)} → ${titles(image.after, kind)}${image.label.length === 0 && !labels ? '' : numbers(image.label) === numbers(image.after) ? ' (right)' : numbers(image.label) === numbers(image.before) ? ' (wrong)' : ''}</span></li>`)}</ul>`}
    ${before && shown.changed.length === 0 && html`<p>${labels ? 'No label of any picture turns on or off.' : 'No picture is taken for another class.'}</p>`}
    <${Command} text=${shown.command} />`;
}

/** How many predictions change, beside the controls on one scale. */
function Changes({ changes }) {
  const largest = Math.max(1, changes.changed, changes.filter, ...changes.random);
  const x = count => 300 * count / largest;
  const share = count => percent(count / changes.images);
  const bar = (name, count, style) => html`<tr><th scope="row">${name}</th>
    <td><svg class="accuracy" viewBox="0 0 300 14" preserveAspectRatio="none" aria-hidden="true"><rect class=${style} x="0" y="2" width=${x(count)} height="10" /></svg></td>
    <td>${share(count)}</td></tr>`;
  return html`<table class="accuracies"><caption class="small">Predictions that change, of ${changes.images} pictures</caption><tbody>
      ${bar('without the concept', changes.changed, 'for')}
      ${bar('control: the filter instead', changes.filter, 'plain')}
      <tr><th scope="row">controls: ${changes.random.length} random directions</th>
        <td><svg class="accuracy" viewBox="0 0 300 14" preserveAspectRatio="none" aria-hidden="true">${changes.random.map(count => html`<line x1=${x(count)} x2=${x(count)} y1="1" y2="13" />`)}</svg></td>
        <td>${share(Math.min(...changes.random))} to ${share(Math.max(...changes.random))}</td></tr></tbody></table>`;
}

/** The changes of predictions, most frequent first. */
function Moves({ moves }) {
  const kind = move => move.before && move.after ? 'class' : 'label'; // a label turns on or off
  return html`<h2>What changes to what</h2>
    <table class="words wraps"><thead><tr><th scope="col">before</th><th scope="col">after</th><th scope="col">pictures</th></tr></thead>
      <tbody>${moves.map(move => html`<tr><td>${move.before ? title(move.before, kind(move)) : '–'}</td><td>${move.after ? title(move.after, kind(move)) : '–'}</td><td>${move.images}</td></tr>`)}</tbody></table>`;
}

/** Before, after, and the controls on one scale. */
function Accuracies({ evaluations, random }) {
  const rows = [['as it is', evaluations[0].accuracy], ['without the concept', evaluations[1].accuracy],
    ...evaluations.filter(e => e.name === 'control: filter').map(e => ['control: the filter instead', e.accuracy])];
  const x = value => 300 * value;
  return html`<table class="accuracies"><tbody>${rows.map(([name, value], k) => html`<tr><th scope="row">${name}</th>
      <td><svg class="accuracy" viewBox="0 0 300 14" preserveAspectRatio="none" aria-hidden="true"><rect class=${k === 1 ? 'for' : 'plain'} x="0" y="2" width=${x(value)} height="10" /></svg></td>
      <td>${percent(value)}</td></tr>`)}
    ${random.length > 0 && html`<tr><th scope="row">controls: ${random.length} random directions</th>
      <td><svg class="accuracy" viewBox="0 0 300 14" preserveAspectRatio="none" aria-hidden="true">${random.map(value => html`<line x1=${x(value)} x2=${x(value)} y1="1" y2="13" />`)}</svg></td>
      <td>${percent(Math.min(...random))} to ${percent(Math.max(...random))}</td></tr>`}</tbody></table>`;
}

/** Of the pictures with a label, those on which it is found; of the others, those on which it is not. */
function Labels({ before, after, labels }) {
  return html`<div class="wide"><table class="confusion"><thead><tr><td></td><th scope="col">with it</th><th scope="col">found before</th><th scope="col">after</th>
      <th scope="col">without it</th><th scope="col">not found before</th><th scope="col">after</th></tr></thead>
    <tbody>${labels.map((label, k) => {
      const [own, other] = [before.labels[k], after.labels[k]];
      const cell = column => html`<td class=${own[column] !== other[column] ? 'changed' : ''}>${other[column]}</td>`;
      return html`<tr><th scope="row">${title(label, 'label')}</th><td>${own[0]}</td><td>${own[1]}</td>${cell(1)}<td>${own[2]}</td><td>${own[3]}</td>${cell(3)}</tr>`;
    })}</tbody></table></div>`;
}

/** Rows are true classes, columns predicted ones; of many classes those whose rows change most. */
function Confusions({ before, after, classes }) {
  const all = classes.map((_, k) => k);
  const change = k => before.confusion[k].reduce((sum, count, c) => sum + Math.abs(count - after.confusion[k][c]), 0);
  const kept = all.length <= MOST_CLASSES ? all : [...all].sort((a, b) => change(b) - change(a)).slice(0, MOST_CLASSES).sort((a, b) => a - b);
  const others = row => row.reduce((sum, count, c) => sum + (kept.includes(c) ? 0 : count), 0);
  const anyOther = kept.some(k => others(before.confusion[k]) + others(after.confusion[k]) > 0);
  const table = (name, own, other) => html`<div class="wide"><table class="confusion"><caption>${name}</caption>
    <thead><tr><td></td>${kept.map(k => html`<th scope="col">${title(classes[k])}</th>`)}${anyOther && html`<th scope="col">others</th>`}</tr></thead>
    <tbody>${kept.map(k => html`<tr><th scope="row">${title(classes[k])}</th>
      ${kept.map(c => html`<td class=${(k === c ? 'right ' : '') + (own.confusion[k][c] !== other.confusion[k][c] ? 'changed' : '')}>${own.confusion[k][c]}</td>`)}
      ${anyOther && html`<td>${others(own.confusion[k])}</td>`}</tr>`)}</tbody></table></div>`;
  return html`${kept.length < all.length && html`<p class="small">The ${kept.length} of ${all.length} classes whose images change most.</p>`}
    <div class="columns">${table('before', before, after)}${table('after', after, before)}</div>`;
}
