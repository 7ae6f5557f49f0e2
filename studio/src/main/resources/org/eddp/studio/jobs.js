// Background jobs: started, observed, and stopped when no longer needed.

import { html, useState, useEffect, useRef } from './vendor/preact-htm.js';
import { get, send } from './api.js';

const LOOK = 300;

/** Stops a job. The server also stops jobs that no page polls, but later. */
const end = id => send('POST', `/api/jobs/${id}/stop`, {}).catch(() => {});

/** Starts a job with `begin(path, body)`; a new job replaces the last one. */
export function useJob() {
  const [state, setState] = useState(null);
  const own = useRef({ id: null, turn: 0, timer: null });
  const leave = () => {
    const { id, timer } = own.current;
    clearTimeout(timer);
    own.current.turn++;
    own.current.id = null;
    if (id) {
      end(id);
    }
  };
  useEffect(() => leave, []);
  const begin = async (path, body) => {
    leave();
    const turn = own.current.turn;
    const show = value => {
      if (turn === own.current.turn) {
        setState(value);
        own.current.id = value.ended ? null : value.id;
        if (!value.ended) {
          own.current.timer = setTimeout(look, LOOK, value.id);
        }
      } else if (!value.ended) {
        end(value.id); // the page was left while the job was being started
      }
    };
    const fail = error => turn === own.current.turn && setState({ ended: true, failure: error.message, remarks: [] });
    const look = id => get(`/api/jobs/${id}`).then(show, fail);
    setState({ ended: false, done: 0, part: '', status: '', remarks: [] });
    await send('POST', path, body).then(show, fail);
  };
  const stop = () => {
    leave();
    setState({ ended: true, failure: 'stopped', remarks: [] });
  };
  return { state, begin, stop };
}

/** Progress with a stop button, a failure, or the result. */
export function Job({ job, children }) {
  const { state, stop } = job;
  if (!state) {
    return null;
  }
  const lasting = state.remarks.filter(text => !state.ended || !text.endsWith('...')); // stale announcements are not shown
  const remarks = lasting.length > 0 && html`<ul class="small">${lasting.map(text => html`<li>${text}</li>`)}</ul>`;
  if (!state.ended) {
    return html`<p class="working" role="status"><progress max="1" value=${state.done} aria-label="progress"></progress>
      <span>${state.part || 'waiting'} ${state.done > 0 ? Math.round(100 * state.done) + ' %' : ''} ${state.status}</span>
      <button type="button" onClick=${stop}>stop</button></p>${remarks}`;
  }
  if (state.failure) {
    return html`<p class="problem" role="alert">${state.failure}</p>`;
  }
  return html`${remarks}${children(state.result, state)}`;
}
