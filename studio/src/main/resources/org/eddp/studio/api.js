// Sends a request to the server. Requests that change something carry the secret of this session.

let session;

async function take(response) {
  if (response.status === 204) {
    return null;
  }
  const text = await response.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`the studio answered ${response.status} with something that is not JSON`);
  }
  if (!response.ok) {
    throw new Error(value.error || `the studio answered ${response.status}`);
  }
  return value;
}

async function request(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === 'AbortError') {
      throw error;
    }
    throw new Error('the studio does not answer; is it still running?');
  }
}

export async function get(path, signal) {
  return take(await request(path, { signal }));
}

async function secret() {
  session ??= await get('/api/session');
  return session;
}

/** Whether new runs are possible. */
export async function makesRuns() {
  return (await secret()).makesRuns;
}

export async function isReadOnly() {
  return (await secret()).readOnly;
}

export async function send(method, path, body, signal) {
  const { write } = await secret();
  return take(await request(path, {
    method,
    signal,
    headers: { 'Content-Type': 'application/json', 'X-Eddp-Write': write },
    body: JSON.stringify(body),
  }));
}

/** Uploads a file. */
export async function sendFile(path, file) {
  const { write } = await secret();
  return take(await request(path + '?name=' + encodeURIComponent(file.name), {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', 'X-Eddp-Write': write },
    body: file,
  }));
}

/** Uploads a picture and returns its number. */
export async function drop(file) {
  return (await sendFile('/api/uploads', file)).image;
}

/** The current parameters of the address, including those set without a change of view. */
export function current() {
  return Object.fromEntries(new URLSearchParams(location.hash.split('?')[1] || ''));
}

/** The whole number from 0 that an address names, if it is below `end`; otherwise null. */
export function index(text, end = Infinity) {
  return /^\d{1,9}$/.test(text ?? '') && Number(text) < end ? Number(text) : null;
}

/** An address inside the studio: #/runs/ID/... with parameters. */
export function link(parts, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return '#/' + parts.map(encodeURIComponent).join('/') + (query ? '?' + query : '');
}
