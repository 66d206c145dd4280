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
  const response = await fetch(path.startsWith('/?') ? path : root + path, { headers: { Accept: 'application/json' }, ...options });
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

/** The board with its pieces as they lie, as the server writes it. */
export const arranged = (board, signal) => post('/board', { board }, signal);

/** The board after a move. */
export const after = (board, move, color, signal) => post('/board', { board: { ...board, to_play: color }, moves: [move] }, signal);

/**
 * All that the explorer shows of a question. Answers come one per line, and grow: the
 * board that is asked for, then the figures so far, and last the exact ones. Each is
 * given to show, with parts of the page as HTML. More says on which point a pattern lies that
 * may lie anywhere (at), whose tree is looked at (tree), whose moves are shown (side), whether
 * all are (all), and in which order the games come (sort).
 */
export async function explore(q, more, show, signal) {
  const response = await ask(`/?${parameters({ q, ...more })}`, {
    signal, headers: { Accept: 'application/x-ndjson' },
  });
  for await (const line of lines(response.body)) {
    const answer = JSON.parse(line);
    if (answer.status >= 400) throw new Fault(answer, answer.status);
    show(answer);
  }
}

/** The query that asks for what was copied from elsewhere. */
export const pasted = (text) => post('/paste', { text });

/** Gives the server a tree of moves; the answer has its id. */
export const takeTree = (name, text) => post('/trees', { name, text });

/** The lines of a body, as they come. */
export async function* lines(body) {
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
