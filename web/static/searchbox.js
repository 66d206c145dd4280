// The search box of every page, and other boxes for queries: what may stand at the cursor is
// offered below it, fields, values, and names of the archive. A combobox as ARIA describes
// it, whose list never takes the focus.

const form = document.querySelector('form.search');
const box = form.elements.q;
const explain = form.querySelector('.explain');
const WAIT = 60; // milliseconds without a key until the server is asked

// Columns count characters, and a browser counts UTF-16.
const characters = (text) => [...text].length;
const cut = (text, from, to) => [...text].slice(from, to).join('');

offering(box, form, 'offers');
for (const other of document.querySelectorAll('input[data-offers]')) offering(other, other.parentElement, `offers-${other.id}`);

/** Offers what may stand in a box, in a list with an id at the end of what is around it. */
function offering(box, around, id) {
  const list = document.createElement('ul');
  list.id = id;
  list.className = 'offers';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', box.labels[0]?.textContent ?? '');
  const said = document.createElement('p');
  said.className = 'visually-hidden';
  said.setAttribute('role', 'status');
  around.append(list, said);

  for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': id })) {
    box.setAttribute(name, value);
  }

  let offered = null; // the answer whose list is shown
  let active = -1; // in the list
  let waiting = 0;
  let asking = null;

  const cursor = () => box.selectionEnd ?? box.value.length;

  async function ask() {
    asking?.abort();
    const mine = asking = new AbortController();
    const value = box.value;
    const before = value.slice(0, cursor());
    const q = new URLSearchParams({ q: before, column: characters(before), limit: 12 });
    try {
      const response = await fetch(`/api/v1/complete?${q}`, { signal: mine.signal });
      const answer = response.ok ? await response.json() : { list: [] };
      if (asking === mine && document.activeElement === box) show({ ...answer, value });
    } catch (error) {
      if (error.name !== 'AbortError') hide(); // a server that is gone offers nothing
    }
  }

  function show(answer) {
    const typed = cut(answer.value, answer.from, answer.to);
    const items = answer.list.filter((item) => item.text !== typed);
    if (items.length === 0) {
      hide(); // and what was typed since is still asked for
      return;
    }
    const kept = offered?.list[active]?.text; // stays chosen while it is offered
    offered = { ...answer, list: items };
    list.replaceChildren(...items.map((item, i) => {
      const option = document.createElement('li');
      option.id = `${id}-${i}`;
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', 'false');
      const text = document.createElement('bdi');
      text.textContent = item.text;
      option.append(text);
      const note = item.games ? item.games.toLocaleString(document.documentElement.lang) : item.about;
      if (note) {
        const about = document.createElement('span');
        about.textContent = note;
        option.append(about);
      }
      if (item.open) option.setAttribute('aria-label', form.dataset.open.replace('{0}', item.text) + (item.about ? `: ${item.about}` : ''));
      option.addEventListener('pointerdown', (event) => event.preventDefault()); // the box keeps the focus
      option.addEventListener('click', () => take(i));
      return option;
    }));
    list.hidden = false;
    box.setAttribute('aria-expanded', 'true');
    active = -1; // of the list before
    activate(items.findIndex((item) => item.text === kept));
    said.textContent = form.dataset.found.replace('{0}', String(items.length) + (answer.more ? '+' : ''));
  }

  function close() {
    asking?.abort();
    clearTimeout(waiting);
    hide();
  }

  function hide() {
    offered = null;
    list.hidden = true;
    said.textContent = '';
    box.setAttribute('aria-expanded', 'false');
    activate(-1);
  }

  function activate(i) {
    list.children[active]?.setAttribute('aria-selected', 'false');
    active = i;
    const option = list.children[i];
    if (!option) {
      box.removeAttribute('aria-activedescendant');
      return;
    }
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    box.setAttribute('aria-activedescendant', option.id);
  }

  /** Puts an offer in place of the word. Behind a field its values are offered. */
  function take(i) {
    const { from, value } = offered;
    // What was typed since the server was asked belongs to the word, too.
    const to = box.value === value ? offered.to : Math.max(from, characters(box.value.slice(0, cursor())));
    const item = offered.list[i];
    const [before, after] = [cut(box.value, 0, from) + item.text, cut(box.value, to)];
    const gap = item.open || after.startsWith(' ') ? '' : ' ';
    box.value = before + gap + after;
    const at = before.length + (item.open ? 0 : 1);
    box.setSelectionRange(at, at);
    close();
    if (item.open) ask();
  }

  /** Whether another word is being typed than the one that the list was offered for. */
  function ended() {
    const asked = cut(offered.value, 0, offered.to);
    const typed = box.value.slice(0, cursor());
    if (!typed.startsWith(cut(offered.value, 0, offered.from))) return true;
    return typed.startsWith(asked) && /\s/.test(typed.slice(asked.length));
  }

  box.addEventListener('input', () => {
    clearTimeout(waiting);
    if (offered && ended()) hide();
    if (box.value.trim() === '') close();
    else waiting = setTimeout(ask, WAIT);
  });

  box.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const open = offered !== null;
    const n = open ? offered.list.length : 0;
    if (event.key === 'ArrowDown' && !open) ask();
    else if (!open || event.altKey) return;
    else if (event.key === 'ArrowDown') activate(active + 1 < n ? active + 1 : 0);
    else if (event.key === 'ArrowUp') activate(active > 0 ? active - 1 : n - 1);
    else if (event.key === 'Enter' && active >= 0) take(active);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  box.addEventListener('blur', close);
  box.form.addEventListener('submit', close, { capture: true });
}

/** What is explained is what stands in the box by now. */
for (const type of ['pointerdown', 'focusin', 'click']) {
  explain?.addEventListener(type, () => { explain.href = `/explain?q=${encodeURIComponent(box.value)}`; });
}

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest('input, textarea, select, [contenteditable]')) return;
  event.preventDefault();
  box.focus();
  box.select();
});
