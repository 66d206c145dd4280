// The server's API, as far as the page asks it.

const root = '/api/v1';

/** What the server says is wrong, in its words. */
export class Fault extends Error {
  constructor(problem, status) {
    super(problem.detail ?? problem.title ?? String(status));
    this.problem = problem;
    this.status = status;
  }
}

async function ask(path, options = {}) {
  const response = await fetch(root + path, { headers: { Accept: 'application/json' }, ...options });
  if (!response.ok) {
    let problem = {};
    try {
      problem = await response.json();
    } catch { /* an answer that is not the server's own */ }
    throw new Fault(problem, response.status);
  }
  return response;
}

const get = async (path, signal) => (await ask(path, { signal })).json();

const post = async (path, body, signal) => (await ask(path, {
  method: 'POST', body: JSON.stringify(body), signal,
  headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
})).json();

const parameters = (values) => new URLSearchParams(
  Object.entries(values).filter(([, v]) => v !== undefined && v !== ''),
);

/** What a query asks for on the board. */
export const scene = (q, signal) => get(`/scene?${parameters({ q })}`, signal);

/** The board with its pieces as they lie, as the server writes it. */
export const arranged = (board, signal) => post('/board', { board }, signal);

/** The board after a move. */
export const after = (board, move, color, signal) => post('/board', { board: { ...board, to_play: color }, moves: [move] }, signal);

const FACETS = '&facet=decade&facet=player&facet=event';

/** A page of the games that a query finds. */
export const games = (q, signal, more = {}) => get(`/search?${parameters({ q, limit: 10, per_game: 3, facet_limit: 7, facet_sort: 'count', ...more })}${FACETS}`, signal);

/** The position of a game at a node, as "12@40" names it. */
export const node = (ref, signal) => get(`/board/${encodeURIComponent(ref)}`, signal);

/**
 * What was played next. Answers come one per line, and grow: each is given to show, the
 * last one, which is exact, is returned.
 */
export async function next(q, show, signal) {
  const response = await ask(`/next?${parameters({ q, watch: 'true' })}`, {
    signal, headers: { Accept: 'application/x-ndjson' },
  });
  let last = null;
  for await (const line of lines(response.body)) {
    const answer = JSON.parse(line);
    if (answer.status >= 400) throw new Fault(answer, answer.status);
    if (last) show(last);
    last = answer;
    if (answer.looked) show(answer);
  }
  return last;
}

/** The lines of a body, as they come. */
async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? '';
    const parts = rest.split('\n');
    rest = parts.pop();
    for (const part of parts) if (part.trim()) yield part;
    if (done) break;
  }
  if (rest.trim()) yield rest;
}
