// Sliders that overwrite concepts; the prediction is updated at once. The edits are in the address.

import { html, useState, useEffect, useRef } from './vendor/preact-htm.js';
import { send, link, current, index } from './api.js';
import { Command, picture, number, percent, title, titles, titleOf, kindOf, useAddressed, useLatest, usePatchKeys } from './parts.js';
import { Combobox } from './choose.js';
import { useJob, Job } from './jobs.js';

/** Ends of a slider, in units of presence: 0 is the mean of the patches without the concept, 1 that of the patches with it. */
const LOW = -0.5;
const HIGH = 1.5;
const STEP = 0.01;

/** Before the numbers of patches in a place. */
const PATCHES = 'patches:';

/** The presence of a concept at a value of w.x. */
function presence(range, value) {
  return range.with > range.without ? (value - range.without) / (range.with - range.without) : 0;
}

/** The value of w.x for a presence. */
function valueAt(range, share) {
  return Number((range.without + share * (range.with - range.without)).toPrecision(7));
}

export function WhatIf({ run, base, image, page, names, first, parameters, source }) {
  const asked = () => parse(parameters.edits, page.ranges, names.length, page.rows * page.columns);
  const [edits, setEdits] = useState(asked);
  const held = useRef(null); // the edits before a slider was moved
  const [undone, setUndone] = useState({ past: [], future: [] });
  const [outcome, setOutcome] = useState(null);
  const [problem, setProblem] = useState(null);
  const ask = useLatest(async list => {
    if (list.length === 0) {
      setOutcome(null);
      return;
    }
    try {
      setOutcome({ ...await send('POST', base + '/edit', { edits: list }), edits: list });
      setProblem(null);
    } catch (error) {
      setProblem(error.message);
    }
  });
  const note = changed => history.replaceState(null, '', link(['runs', run, 'images', image], { ...current(), ...changed }));
  const show = list => {
    setEdits(list);
    note({ edits: print(list) });
    ask(list);
  };
  const follow = list => {
    held.current ??= edits;
    show(list);
  };
  const rest = () => {
    if (held.current) {
      setUndone({ past: [...undone.past, held.current], future: [] });
      held.current = null;
    }
  };
  const change = list => {
    setUndone({ past: [...undone.past, held.current ?? edits], future: [] });
    held.current = null;
    show(list);
  };
  const undo = () => {
    if (undone.past.length > 0) {
      setUndone({ past: undone.past.slice(0, -1), future: [edits, ...undone.future] });
      show(undone.past[undone.past.length - 1]);
    }
  };
  const redo = () => {
    if (undone.future.length > 0) {
      setUndone({ past: [...undone.past, edits], future: undone.future.slice(1) });
      show(undone.future[0]);
    }
  };
  const writable = n => page.ranges?.[n]?.writable;
  const usual = () => writable(first) ? first : strongest(page).find(writable) ?? -1;
  const [picked, pick] = useState(null);
  const chosen = picked ?? usual();
  useEffect(() => pick(null), [first]);
  useEffect(() => { ask(edits); }, []);
  useEffect(() => { // another address of the same image was opened
    const list = asked();
    if (print(list) !== print(edits)) {
      held.current = null;
      setEdits(list);
      ask(list);
    }
  }, [parameters]);
  if (!page.ranges) {
    return html`<section class="whatif"><h2>What if</h2><p class="small">The values that concepts take are not known, so there is nothing to set them to.</p></section>`;
  }
  const add = event => {
    event.preventDefault();
    const concept = chosen;
    const fires = page.scores.some(scores => scores[concept] > 0);
    change([...edits, { concept, value: valueAt(page.ranges[concept], fires ? 0 : 1), quantile: null, place: fires ? `${concept}` : 'everywhere' }]);
  };
  const changed = (k, how) => edits.map((edit, n) => n === k ? { ...edit, ...how } : edit);
  return html`<section class="whatif"><h2>What if</h2>
    ${edits.length === 0 && html`<p class="small">Make a concept of the picture weaker or stronger: 0 is absent, 1 is typical of where it is. The prediction follows the slider.</p>`}
    <form class="tools" onSubmit=${add}><span class="adds"><${Combobox} label="Concept" value=${chosen} choose=${pick}
        options=${names.map((name, n) => ({ value: n, title: titleOf(name), disabled: !writable(n) }))} /></span> <button type="submit" disabled=${chosen < 0}>change it</button>
      <button type="button" disabled=${undone.past.length === 0} onClick=${undo}>undo</button>
      <button type="button" disabled=${undone.future.length === 0} onClick=${redo}>redo</button></form>
    <ul class="edits">${edits.map((edit, k) => html`<li key=${k}><${One} edit=${edit} page=${page} names=${names} source=${source}
        set=${how => change(changed(k, how))} slide=${value => follow(changed(k, { value }))} rest=${rest}
        leave=${() => change(edits.filter((_, n) => n !== k))} /></li>`)}</ul>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${outcome && html`<${Outcome} outcome=${outcome} names=${names} kind=${kindOf(page.explained)} />`}
    <${Smallest} base=${base} page=${page} take=${change} parameters=${parameters} note=${note} />
    ${edits.length > 0 && html`<${Everyone} run=${run} page=${page} edits=${edits} parameters=${parameters} note=${note} />`}
  </section>`;
}

const patchesOf = place => place.slice(PATCHES.length).split('.');
const placeOf = cells => PATCHES + cells.join('.');

/** One edit: its value, and where: everywhere, where a concept is (its number), or painted patches. */
function One({ edit, page, names, source, set, slide, rest, leave }) {
  const range = page.ranges[edit.concept];
  const share = presence(range, edit.value);
  const [low, high] = [Math.min(LOW, share), Math.max(HIGH, share)];
  const at = mark => ({ left: `${(100 * (mark - low)) / (high - low)}%` });
  const own = `${edit.concept}`;
  const kind = edit.place.startsWith(PATCHES) ? 'painted' : edit.place;
  const painted = kind === 'painted' ? patchesOf(edit.place).map(Number) : [];
  const place = value => {
    const fires = page.scores.flatMap((scores, p) => scores[edit.concept] > 0 ? [p] : []);
    set({ place: value === 'painted' ? placeOf(fires.length > 0 ? fires : [0]) : value });
  };
  return html`<strong>${titleOf(names[edit.concept])}</strong>
    <button type="button" class="leaves" onClick=${leave}>leave it</button>
    <div class="slider"><label title=${`w.x = ${number(edit.value, 4)}`}><output>${number(share, 2)}</output>
      <input type="range" min=${low} max=${high} step=${STEP} value=${share}
        aria-label=${'presence of ' + titleOf(names[edit.concept]) + '; 0 is absent, 1 is typical'} onInput=${event => slide(valueAt(range, Number(event.target.value)))} onChange=${rest} /></label>
      <div class="marks"><button type="button" class="link small" style=${at(0)} title=${`mean of the patches without it: w.x = ${number(range.without, 4)}`} onClick=${() => set({ value: valueAt(range, 0) })}>0 absent</button>
      <button type="button" class="link small" style=${at(1)} title=${`mean of the patches with it: w.x = ${number(range.with, 4)}`} onClick=${() => set({ value: valueAt(range, 1) })}>1 typical</button></div></div>
    <label>where <select value=${kind} onChange=${event => place(event.target.value)}>
      <option value=${own} selected=${kind === own}>it is</option>
      <option value="everywhere" selected=${kind === 'everywhere'}>everywhere</option>
      <option value="painted" selected=${kind === 'painted'}>I paint</option>
      ${![own, 'everywhere', 'painted'].includes(kind) && html`<option value=${kind} selected>${titleOf(names[Number(kind)])} is</option>`}</select></label>
    ${kind === 'painted' && html`<${Paint} source=${source} rows=${page.rows} columns=${page.columns} cells=${painted}
        set=${cells => set({ place: placeOf(cells) })} />`}`;
}

/** Patches are chosen by dragging over them, or one by one with the keyboard; one stays. */
function Paint({ source, rows, columns, cells, set }) {
  const place = useRef();
  const [brush, setBrush] = useState(null);
  const chosen = brush ? brush.cells : new Set(cells);
  const at = event => {
    const box = place.current.getBoundingClientRect();
    const c = Math.floor((columns * (event.clientX - box.left)) / box.width);
    const r = Math.floor((rows * (event.clientY - box.top)) / box.height);
    return r >= 0 && c >= 0 && r < rows && c < columns ? r * columns + c : null;
  };
  const painted = (all, cell, puts) => {
    const next = new Set(all);
    if (puts) {
      next.add(cell);
    } else if (next.size > 1) {
      next.delete(cell);
    }
    return next;
  };
  const begin = event => {
    const cell = at(event);
    if (cell !== null) {
      const puts = !chosen.has(cell);
      place.current.setPointerCapture(event.pointerId);
      setBrush({ puts, cells: painted(chosen, cell, puts) });
    }
  };
  const go = event => {
    const cell = brush && at(event);
    if (brush && cell !== null) {
      setBrush({ ...brush, cells: painted(brush.cells, cell, brush.puts) });
    }
  };
  const end = () => {
    if (brush) {
      set([...brush.cells].sort((a, b) => a - b));
      setBrush(null);
    }
  };
  const keys = usePatchKeys(rows, columns, k => set([...painted(chosen, k, !chosen.has(k))].sort((a, b) => a - b)));
  return html`<span class="outlined paint"><img src=${source} alt="" />
    <svg ref=${place} viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none" role="group" aria-label="Patches to change"
        onPointerDown=${begin} onPointerMove=${go} onPointerUp=${end} onPointerCancel=${end}>
      ${Array.from({ length: rows * columns }, (_, k) => html`<rect class=${chosen.has(k) ? 'patch on' : 'patch'} x=${k % columns} y=${Math.floor(k / columns)}
        width="1" height="1" ...${keys(k)} role="checkbox" aria-checked=${chosen.has(k) ? 'true' : 'false'}
        aria-label=${`row ${Math.floor(k / columns)}, column ${k % columns}`} />`)}
    </svg></span>`;
}

/** The prediction after the edits; an edit may find no patch. */
function Outcome({ outcome, names, kind }) {
  const idle = outcome.edits.filter((_, k) => outcome.steps[k].cells.length === 0)
    .map(({ place }) => titleOf(names[Number(place)]));
  return html`<div role="status"><p class="verdict">${kind === 'label'
      ? outcome.changed ? html`${outcome.on.length > 0 && html`Turned on: <strong>${titles(outcome.on, kind)}</strong>. `}${outcome.off.length > 0 && html`Turned off: <strong>${titles(outcome.off, kind)}</strong>. `}`
        : html`No label turns on or off.`
      : outcome.changed
      ? html`Now <strong>${title(outcome.after[0].label)}</strong> (${percent(outcome.after[0].probability, 2)}) instead of ${title(outcome.before.label)}.`
      : html`Still <strong>${title(outcome.after[0].label)}</strong>: ${percent(outcome.before.probability, 2)} before, ${percent(outcome.after[0].probability, 2)} now.`}
      <span class="small"> Features changed by ${percent(outcome.size)}.</span></p>
    ${idle.map(name => html`<p>nothing was changed: no patch is where ${name} is</p>`)}
    <table><tbody>${outcome.after.map(chance => html`<tr><th scope="row">${title(chance.label, kind)}</th>
      <td><svg class="accuracy" viewBox="0 0 300 14" preserveAspectRatio="none" aria-hidden="true"><rect class="plain" x="0" y="2" width=${300 * chance.probability} height="10" /></svg></td>
      <td>${percent(chance.probability, 2)}</td><td>${number(chance.logit, 4)}</td></tr>`)}</tbody></table>
    <details class="small"><summary>Raw values</summary>
      <ul>${outcome.steps.map(step => html`<li>${titleOf(names[step.concept])}: w.x from ${number(step.meanBefore, 4)} on average to ${number(step.target, 4)}, on ${step.cells.length} patches</li>`)}</ul></details>
    <${Command} text=${outcome.command} /></div>`;
}

/** The concepts of an explained image, those that fire first, by the size of what they contribute. */
function strongest(page) {
  return [...page.explained.explanation.concepts]
    .sort((a, b) => (b.present > 0) - (a.present > 0) || Math.abs(b.contribution) - Math.abs(a.contribution))
    .map(c => c.concept);
}

/** Finds the smallest edit that changes the class, and puts it on the sliders. */
function Smallest({ base, page, take, parameters, note }) {
  const job = useJob();
  const kind = kindOf(page.explained);
  const classes = page.classes.filter(label => kind === 'label' || label.number !== page.likeliest[0].label.number);
  const change = kind === 'label' ? 'turns a label on or off' : 'changes the class';
  const [to, setTo] = useAddressed(parameters, ({ to: text }) => classes.some(label => String(label.number) === text) ? text : '');
  const choose = value => {
    setTo(value);
    note({ to: value });
  };
  const found = job.state?.ended && job.state.result;
  useEffect(() => {
    if (found && found.edits.length > 0) {
      take(found.edits);
    }
  }, [found]);
  const begin = event => {
    event.preventDefault();
    job.begin(base + '/search', { to: to === '' ? null : to });
  };
  return html`<h3>The smallest edit that ${change}</h3>
    <form class="tools" onSubmit=${begin}><${Combobox} label=${kind === 'label' ? 'Label' : 'To'} value=${to} choose=${value => choose(String(value))}
      options=${[{ value: '', title: kind === 'label' ? 'any' : 'any other class' }, ...classes.map(label => ({ value: label.number, title: title(label, kind) }))]} />
      <button type="submit">find it</button></form>
    <${Job} job=${job}>${result => html`<p role="status">${result.edits.length > 0
      ? `Found among ${result.tried} versions; it is on the sliders above.` : `No edit or pair of edits of those tried ${change}.`}</p>
      <${Command} text=${result.command} />`}<//>`;
}

/** The same edit on all pictures predicted to be of a class; a class in the address is tried at once. */
function Everyone({ run, page, edits, parameters, note }) {
  const job = useJob();
  const kind = kindOf(page.explained);
  const named = index(parameters.all, page.classes.length);
  const [label, setLabel] = useAddressed(parameters, ({ all }) => index(all, page.classes.length) ?? page.likeliest[0].label.number);
  const [tried, setTried] = useState(null);
  const begin = () => {
    setTried(print(edits));
    note({ all: label });
    job.begin(`/api/runs/${encodeURIComponent(run)}/everyone`, { label: Number(label), edits });
  };
  useEffect(() => { if (named !== null) { begin(); } }, []);
  const submit = event => {
    event.preventDefault();
    begin();
  };
  return html`<h3>The same on all pictures ${kind === 'label' ? 'with a label' : 'of a class'}</h3>
    <form class="tools" onSubmit=${submit}><${Combobox} label=${kind === 'label' ? 'Label' : 'Class'} value=${label} choose=${setLabel}
      options=${page.classes.map(each => ({ value: each.number, title: title(each, kind) }))} />
      <button type="submit">try it</button></form>
    ${tried === print(edits) && html`<${Job} job=${job}>${({ outcome: result, command }) => html`<p class="verdict" role="status">${result.changed} of ${result.images} pictures ${kind === 'label' ? `with ${title(result.label, kind)} lose it.` : `that are taken for ${title(result.label)} change.`}</p>
      <table><tbody>${result.after.map(count => html`<tr><th scope="row">${title(count.label, kind)}</th><td>${count.images}</td></tr>`)}</tbody></table>
      <ul class="pictures">${result.examples.map(example => html`<li><a href=${link(['runs', run, 'images', example.image], { edits: print(edits) })}>
        <img loading="lazy" src=${picture(run, example.image)} alt=${'image ' + example.image} /></a><span class="small">${title(example.after, kind)}</span></li>`)}</ul>
      <${Command} text=${command} />`}<//>`}`;
}

function print(edits) {
  return edits.map(edit => [edit.concept, edit.value, edit.place].join('~')).join('!');
}

/** Values that an address may name by a word, in units of presence. */
const WORDS = { absent: 0, typical: 1 };

/** The edits that an address names, without those that cannot be made. */
function parse(text, ranges, concepts, patches) {
  return (text || '').split('!').map(part => {
    const [number, value, place = ''] = part.split('~');
    const concept = index(number, concepts);
    const range = ranges?.[concept];
    const meant = Object.hasOwn(WORDS, value) ? range ? valueAt(range, WORDS[value]) : NaN : value ? Number(value) : NaN;
    return { concept, value: meant, quantile: null, place };
  }).filter(({ concept, value, place }) => concept !== null && Number.isFinite(value)
    && (place === 'everywhere' || index(place, concepts) !== null
      || place.startsWith(PATCHES) && patchesOf(place).every(patch => index(patch, patches) !== null)));
}
