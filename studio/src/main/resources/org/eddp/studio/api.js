// Asks the server. Everything that changes something carries the secret of this session.

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

/** An address inside the studio: #/runs/ID/... with parameters. */
export function link(parts, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given).toString();
  return '#/' + parts.map(encodeURIComponent).join('/') + (query ? '?' + query : '');
}
