// The page of a new run: the choices, and its progress.

import { html, useEffect, useRef, useState } from './vendor/preact-htm.js';
import { get, link, send } from './api.js';
import { useAnswer, Wait, Problems, Repeats } from './parts.js';
import { Losses, stage } from './losses.js';

const LOOK = 1000;
const PARTS = { features: 'Extracting features', 'choosing I': 'Choosing the number of concepts', learn: 'Learning', health: 'Examining what was learned' };

/** The running work, polled. */
function useGoing() {
  const [state, setState] = useState({});
  const own = useRef({ timer: null, turn: 0 });
  const take = async question => {
    clearTimeout(own.current.timer);
    const turn = ++own.current.turn;
    try {
      const value = await question();
      if (turn === own.current.turn) {
        setState({ value });
        if (value.work?.state === 'working') {
          own.current.timer = setTimeout(look, LOOK);
        }
      }
    } catch (error) {
      if (turn === own.current.turn) {
        setState(before => {
          if (before.value?.work?.state === 'working') {
            own.current.timer = setTimeout(look, 5 * LOOK);
          }
          return { ...before, error: error.message };
        });
      }
    }
  };
  const look = () => take(() => get('/api/new/work'));
  useEffect(() => {
    look();
    return () => {
      clearTimeout(own.current.timer);
      own.current.turn++;
    };
  }, []);
  return { ...state, look, take };
}

export function New({ parameters }) {
  const answer = useAnswer('/api/new', { until: page => page.prospect || page.failure });
  const going = useGoing();
  return html`<h1>New run</h1>
    <${Wait} answer=${answer}>${page => html`
      <p>Finds the concepts of a network in pictures: computes features at a layer, then learns directions from them.</p>
      <dl class="facts"><div><dt>network</dt><dd><code>${page.network}</code></dd></div><div><dt>pictures</dt><dd><code>${page.images}</code></dd></div></dl>
      ${going.error && html`<p class="problem" role="alert">${going.error}</p>`}
      ${going.value?.work && html`<${Work} key=${going.value.work.name} work=${going.value.work} going=${going} readOnly=${page.readOnly} />`}
      <${Begun} list=${going.value?.begun ?? []} going=${going} readOnly=${page.readOnly} />
      ${page.failure && html`<p class="problem" role="alert">${page.failure}</p>`}
      ${!page.failure && !page.prospect && html`<p class="working" role="status"><progress max="1" aria-label="progress"></progress> Looking at the network and the pictures …</p>`}
      ${page.prospect && going.value && going.value.work?.state !== 'working' && html`<${Choices} page=${page} parameters=${parameters} going=${going} />`}`}<//>`;
}

function whole(text) {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** The content of the form as a request. */
function requestOf(page, going, parameters) {
  const { prospect } = page;
  const input = parameters.preprocess ?? prospect.preset ?? '';
  const epochs = (parameters.epochs ?? '').trim();
  return {
    name: parameters.name ?? going.value.name,
    layer: parameters.layer ?? prospect.suggested ?? prospect.layers[prospect.layers.length - 1]?.name ?? '',
    preprocessing: input === '' ? null : input,
    concepts: parameters.concepts ? whole(parameters.concepts) : null,
    variant: parameters.variant === 'U' ? 'U' : 'C',
    epochs: epochs === '' ? null : epochs.split(/[\s,]+/).map(whole),
    seed: whole(parameters.seed ?? '1'),
  };
}

function Choices({ page, parameters, going }) {
  const { prospect } = page;
  const request = requestOf(page, going, parameters);
  const [commands, setCommands] = useState({ list: [] });
  const text = JSON.stringify(request);
  const go = changed => { location.hash = link(['new'], { ...parameters, ...changed }); };
  const change = name => event => go({ [name]: event.target.value });
  useEffect(() => {
    let wanted = true;
    send('POST', '/api/new/commands', request).then(list => wanted && setCommands({ list }),
      error => wanted && setCommands({ list: [], error: error.message }));
    return () => { wanted = false; };
  }, [text]);
  const start = event => {
    event.preventDefault();
    going.take(() => send('POST', '/api/new', request)).then(() => scrollTo(0, 0));
  };
  return html`<h2>${going.value?.work ? 'Another run' : 'What to study'}</h2>
    <p>${prospect.format}, ${prospect.classes} ${prospect.outputs === 'LABELS' ? 'labels' : 'classes'}; ${prospect.pictures} pictures.</p>
    <${Problems} list=${prospect.remarks} />
    <form class="choices" onSubmit=${start}>
      <label>Layer <select value=${request.layer} onChange=${change('layer')}>${prospect.layers.map(layer => html`<option value=${layer.name} selected=${layer.name === request.layer}>
        ${layer.name} · ${layer.kind} · ${layer.shape.join(' x ')}${layer.name === prospect.suggested ? ' (suggested)' : ''}</option>`)}</select>
        <span class="small">The suggested one is the last with several patches: there concepts are nearest to the classes.</span></label>
      <label>Concepts <input type="number" min="1" step="1" placeholder="as many as the patches support" value=${parameters.concepts ?? ''} onChange=${change('concepts')} /></label>
      <label>Variant <select onChange=${change('variant')}><option value="C" selected=${request.variant === 'C'}>C: filters and signal vectors aligned together</option>
        <option value="U" selected=${request.variant === 'U'}>U: favours interpretability</option></select></label>
      <label>Epochs of steps (a), (b), (d) <input placeholder="the usual" value=${parameters.epochs ?? ''} onChange=${change('epochs')} /></label>
      <label>Seed <input type="number" step="1" max="9007199254740991" value=${parameters.seed ?? '1'} onChange=${change('seed')} /></label>
      <label>Name of the run <input required maxlength="64" value=${request.name} onChange=${change('name')} /> <span class="small">goes to <code>${page.runs}/${request.name}</code></span></label>
      <label class="whole">Preprocessing <select value=${request.preprocessing ?? ''} onChange=${change('preprocess')}>
        ${prospect.preset === null && html`<option value="" selected=${request.preprocessing === null}>as the network's file says</option>`}
        ${prospect.presets.map(name => html`<option value=${name} selected=${name === request.preprocessing}>${name}${name === prospect.preset ? ' (found)' : ''}</option>`)}</select>
        <span class="small">${prospect.preprocessing}${prospect.reason && ': ' + prospect.reason}</span></label>
      <p><button type="submit" class="main" disabled=${page.readOnly || !request.layer}>Start</button>
        ${page.readOnly && html` <span class="small">This studio is read-only: nothing can be made in it.</span>`}</p>
    </form>
    ${commands.error && html`<p class="problem" role="alert">${commands.error}</p>`}
    <${Repeats} list=${commands.list} />`;
}

function left(seconds) {
  return seconds === null ? '' : seconds < 90 ? `about ${Math.max(1, Math.round(seconds))} s left`
    : seconds < 5400 ? `about ${Math.round(seconds / 60)} min left` : `about ${(seconds / 3600).toFixed(1)} h left`;
}

function choices(request) {
  return [`layer ${request.layer}`, request.concepts === null ? 'concepts as the patches support' : `${request.concepts} concepts`, `variant ${request.variant}`,
    request.epochs && `epochs ${request.epochs.join(',')}`, `seed ${request.seed}`, request.preprocessing].filter(Boolean).join(', ');
}

/** The progress, in words. */
function progress(work) {
  const learning = work.part.startsWith('learn');
  return [PARTS[work.part] ?? (learning ? PARTS.learn : work.part || 'Beginning'),
    ...(learning && work.losses ? [stage(work.losses), `${work.losses.step} of ${work.losses.total} steps`] : []),
    work.part && Math.round(100 * work.done) + ' %',
    work.part === 'features' && work.status,
    left(work.secondsLeft)].filter(Boolean).join(', ');
}

function Work({ work, going, readOnly }) {
  const [stopping, setStopping] = useState(false);
  useEffect(() => setStopping(false), [work.state, going.error]);
  const stop = async () => {
    setStopping(true);
    await going.take(async () => {
      await send('POST', '/api/new/stop', {});
      return get('/api/new/work');
    });
  };
  const resume = () => going.take(() => send('POST', `/api/new/${encodeURIComponent(work.name)}/resume`, {}));
  const { losses } = work;
  return html`<article class="making">
    <h2>${work.name}</h2>
    <p class="small">${choices(work.request)}</p>
    ${work.state === 'working' && html`<p class="working" role="status"><progress max="1" value=${work.done} aria-label="progress"></progress>
      <span>${progress(work)}</span>
      <button type="button" disabled=${stopping} onClick=${stop}>${stopping ? 'stopping …' : 'Stop'}</button></p>`}
    ${work.state === 'stopped' && html`<p class="verdict" role="status">${work.failure.charAt(0).toUpperCase() + work.failure.slice(1)}. What is done is kept.${' '}
      <button type="button" class="main" onClick=${resume}>Resume</button></p>`}
    ${work.state === 'failed' && html`<p class="problem" role="alert">${work.failure}</p>${!readOnly && html`<p><button type="button" onClick=${resume}>Try again</button></p>`}`}
    ${work.state === 'done' && html`<p class="verdict" role="status">Done. <a href=${link(['runs', work.run, 'concepts'])}>See its concepts</a> · <a href=${link(['runs', work.run])}>Is it any good?</a></p>`}
    ${work.remarks.length > 0 && html`<ul class="small">${work.remarks.map(text => html`<li>${text}</li>`)}</ul>`}
    ${losses && html`<${Losses} losses=${losses} />`}
    <${Repeats} list=${work.commands} />
  </article>`;
}

/** Unfinished runs. */
function Begun({ list, going, readOnly }) {
  const shown = list.filter(each => each.name !== going.value.work?.name || going.value.work.state === 'done');
  return shown.length > 0 && html`<h2>Begun before</h2><ul class="begun">${shown.map(each => html`<li><strong>${each.name}</strong>
    ${each.request && html` <span class="small">${choices(each.request)}${each.learned ? '; partly learned' : ''}</span>`}
    ${each.problem ? html`<p class="problem">${each.problem}</p>`
      : html` <button type="button" disabled=${readOnly || going.value.work?.state === 'working'} aria-label=${'Resume ' + each.name}
          onClick=${() => going.take(() => send('POST', `/api/new/${encodeURIComponent(each.name)}/resume`, {}))}>Resume</button>`}</li>`)}</ul>`;
}
